import { LogOut } from 'lucide-react'
import { Section } from '@/components/settings/section'
import { Button } from '@/components/ui/button'
import { SIGN_OUT_PATH } from '@/lib/schemas/sign-in'

/** Shown only where access control is on. `token`: the name of the one that this browser signed in with. */
export function AccessSection({ token }: { token: string }) {
  return (
    <Section
      id="access"
      title="Access"
      intro={
        <>
          This browser is signed in with the token <strong className="font-semibold">{token}</strong>, for 30
          days at most. Changing the token on the server signs every browser out that came with it.
        </>
      }
    >
      <form method="post" action={SIGN_OUT_PATH}>
        <Button type="submit" className="pointer-coarse:h-11">
          <LogOut size={16} aria-hidden />
          Sign out
        </Button>
      </form>
    </Section>
  )
}

import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { FIELD } from '@/components/ui/field'
import { SIGN_IN_ACTION } from '@/lib/schemas/sign-in'

type Props = {
  /** Where to go afterwards. */
  next: string
  /** Why one is here again; null: one is not. */
  problem: string | null
}

/** A form as browsers have it: it works before, and without, any script. */
export function SignInForm({ next, problem }: Props) {
  return (
    <form method="post" action={SIGN_IN_ACTION} className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      <div className="flex flex-col gap-1.5">
        <label htmlFor="token" className="font-medium text-ui">
          Access token
        </label>
        <input
          id="token"
          name="token"
          type="password"
          required
          // biome-ignore lint/a11y/noAutofocus: it is all that the page is for.
          autoFocus
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : 'token-problem'}
          className={classes(FIELD, 'h-10 font-mono pointer-coarse:h-11')}
        />
        {problem !== null && (
          <p id="token-problem" role="alert" className="text-danger text-ui">
            {problem}
          </p>
        )}
      </div>
      <Button type="submit" variant="primary" className="pointer-coarse:h-11">
        Sign in
      </Button>
    </form>
  )
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { refusalInWords } from '@/components/access/refusal-words'
import { SignInForm } from '@/components/access/sign-in-form'
import { Wordmark } from '@/components/sidebar/wordmark'
import { isSignedIn } from '@/lib/http/page-caller'
import { signInQuery } from '@/lib/schemas/sign-in'

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: Props) {
  const { next, ...refusal } = signInQuery.parse(await searchParams)
  if (await isSignedIn()) redirect(next)
  return (
    <main className="flex min-h-dvh flex-col px-6 py-10 drawer:justify-center">
      <div className="flex w-full flex-col gap-8 drawer:mx-auto drawer:max-w-96 drawer:pb-24">
        <Wordmark />
        <div className="flex flex-col gap-2">
          <h1 className="font-semibold text-head">Sign in</h1>
          <p className="text-ink-2 text-ui">
            This server is for those who have a token. Whoever runs it can give you one.
          </p>
        </div>
        <SignInForm next={next} problem={refusalInWords(refusal)} />
      </div>
    </main>
  )
}

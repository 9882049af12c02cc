import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { ChatPage } from '@/components/chat/chat-page'
import { AppError } from '@/lib/errors'
import { sessionParams } from '@/lib/schemas/session'
import { chatPageData } from '../../chat-page-data'

type Props = { params: Promise<{ sessionId: string }> }

/** One read for the page and its title. */
const read = cache(async (sessionId: string) => {
  try {
    return await chatPageData(sessionId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'session_not_found') notFound()
    throw error
  }
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { thread } = await read(sessionIdOf((await params).sessionId))
  return { title: thread?.session.title }
}

export default async function SessionPage({ params }: Props) {
  const sessionId = sessionIdOf((await params).sessionId)
  return <ChatPage key={sessionId} data={await read(sessionId)} />
}

/** A page gets its part of the address as it was typed; one that encodes nothing, such as `%zz`, names no session. */
function sessionIdOf(part: string): string {
  try {
    const parsed = sessionParams.safeParse({ sessionId: decodeURIComponent(part) })
    return parsed.success ? parsed.data.sessionId : notFound()
  } catch (error) {
    if (error instanceof URIError) notFound()
    throw error
  }
}

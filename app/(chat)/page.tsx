import { NewChat } from '@/components/chat/new-chat'
import { chatPageData } from './chat-page-data'

export default async function NewChatPage() {
  return <NewChat data={await chatPageData(null)} />
}

const CHAT = /^(gpt-\d|chatgpt-|o\d)/
const OTHER_USE =
  /(audio|codex|computer|deep-research|embed|image|instruct|live|moderation|realtime|search|transcribe|tts|whisper)/
const DATED = /-\d{4}-\d{2}-\d{2}$|-\d{4}$/
const COSTLY = /-pro\b/

type Listed = { id: string; created?: number | undefined }

/**
 * The names of OpenAI's listing that one would chat with, newest first, the costly "pro" ones last. Snapshots with a
 * date are left out: the name without it stands for the newest.
 */
export function openaiChatNames(listed: readonly Listed[]): string[] {
  return listed
    .filter(({ id }) => CHAT.test(id) && !OTHER_USE.test(id) && !DATED.test(id))
    .toSorted(
      (a, b) =>
        Number(COSTLY.test(a.id)) - Number(COSTLY.test(b.id)) ||
        (b.created ?? 0) - (a.created ?? 0) ||
        (a.id < b.id ? -1 : 1),
    )
    .map(({ id }) => id)
}

const NO_CHAT = /(embed|rerank|whisper|\btts\b|moderation|dall-e|\bbge-)/i

/** For servers whose names follow no one's rule: leaves out what is surely no chat model. */
export const mayChat = (name: string): boolean => !NO_CHAT.test(name)

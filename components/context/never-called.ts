import type { MessageView } from '@/lib/schemas/message'

/** An answer that the model was never asked for: what was to be sent was over what it can hold. */
export const isNeverCalled = ({ status, error }: Pick<MessageView, 'status' | 'error'>): boolean =>
  status === 'failed' && (error?.code === 'context_too_large' || error?.code === 'message_too_long')

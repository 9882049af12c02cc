export type ProcessRow = { id: string; host: string; pid: number; startedAt: Date }

/** Which processes live, and what the dead left behind. */
export type Processes = {
  beat(process: ProcessRow, now: Date): Promise<void>
  leave(processId: string): Promise<void>
  /** Rows of one machine, for a start that can ask the system whether those still run. */
  onHost(host: string): Promise<ProcessRow[]>
  /**
   * Ends every run whose process is in `processIds` or has not beaten since `deadBefore`: its answer becomes
   * `interrupted`, with the text of its log; its lock goes. Says how many.
   */
  reap(options: { processIds: string[]; deadBefore: Date; now: Date }): Promise<number>
}

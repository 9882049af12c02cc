export type ProcessRow = { id: string; host: string; pid: number; startedAt: Date }

/** Which beats show that a process lives: any, or those of a span of time, both ends included. */
export type SignsOfLife = 'any' | { from: Date; to: Date }

/** Which processes live, and what the dead left behind. */
export type Processes = {
  /** The database's clock, which all processes share. */
  time(): Promise<Date>
  /** `now` by that clock. */
  beat(process: ProcessRow, now: Date): Promise<void>
  /** It is known to have ended: what it leased is free at once. */
  leave(processId: string): Promise<void>
  /** Rows of one machine, for a start that can ask the system whether those still run. */
  onHost(host: string): Promise<ProcessRow[]>
  /**
   * Ends every run whose process is in `processIds` or shows no sign of life: its answer becomes `interrupted`, with
   * the text of its log; its lock goes. Of its own runs `self` ends those that it does not own. Says how many.
   */
  reap(options: {
    processIds: string[]
    signs: SignsOfLife
    self: { processId: string; owns(runId: string): boolean }
    now: Date
  }): Promise<number>
}

/** The final step of forgetting: nothing that a purge names can be found in the database's files afterwards. */
export type Purge = {
  /** Carries out the purge of a delete or clear, by its id. Repeating it does no harm. */
  run(purgeId: string, payload: unknown): Promise<void>
}

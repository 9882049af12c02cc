/** Why a run was ended from outside: by its user, by the end of the process, or because another took it over. */
export class RunAbort extends Error {
  override readonly name = 'RunAbort'
  readonly kind: 'stopped' | 'interrupted' | 'lost'

  constructor(kind: RunAbort['kind']) {
    super(`The run was ${kind}.`)
    this.kind = kind
  }
}

/** So much of something, by one caller, in one period: minutes are counted for turns, days of UTC for tokens. */
export type RateUse = { kind: 'turns' | 'tokens'; period: number; who: string; count: number }

/** What callers have used, by period; all processes on a database share it. */
export type Rates = {
  /** Adds each, which may be 0, and says what it comes to with all that was added before. One write. */
  add<const Uses extends readonly RateUse[]>(uses: Uses): Promise<{ [Place in keyof Uses]: number }>
  /** Forgets what is of periods before these. */
  forgetBefore(periods: Record<RateUse['kind'], number>): Promise<void>
}

import { MemoryError } from './memory-error.ts'

/** Throws `invalid_option` unless `value` is a whole number of 0 or more: a NaN would make every comparison false. */
export function requireCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0) {
    throw new MemoryError(
      'invalid_option',
      `${name} must be a whole number of 0 or more, not ${String(value)}.`,
    )
  }
}

/** The same, where null stands for no limit. */
export function requireLimit(name: string, value: number | null): void {
  if (value !== null) requireCount(name, value)
}

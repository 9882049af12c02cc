import type { Prisma } from './generated/sqlite/client.ts'

/** Plain data whose types Prisma cannot see to be Json: they have optional or unknown fields. */
export const toJson = (value: object): Prisma.InputJsonValue => value as Prisma.InputJsonValue

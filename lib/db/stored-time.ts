/** A time as Prisma writes it into SQLite's files, where times are texts that are compared. Postgres reads it as well. */
export const storedTime = (time: Date): string => time.toISOString().replace('Z', '+00:00')

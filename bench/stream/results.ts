import type { Result } from '../result.ts'
import { milliseconds, number } from '../table.ts'
import { SERVERS, type ServerName } from './servers.ts'
import { quantile, type Trial } from './trial.ts'

/** Milliseconds to the first token of one reader alone; `long` in a session of 10,000 messages. */
export type Single = Record<ServerName | 'long', number>

type Trials = ReadonlyMap<number, Record<ServerName, Trial>>

const TITLES: Record<ServerName, string> = {
  bare: 'bare node:http proxy',
  documented: 'Next + AI SDK as documented, nothing stored',
  sqlite: 'Throughline, stored in SQLite',
  postgres: 'Throughline, stored in Postgres',
}

export function singleResult({ bare, documented, sqlite, postgres }: Single): Result {
  return {
    row: '3',
    work: 'first token of one stream, stored in SQLite, minus Next + AI SDK as documented (ms)',
    medians: [
      `ours ${milliseconds(sqlite)}`,
      `documented ${milliseconds(documented)}`,
      `bare proxy ${milliseconds(bare)}`,
      `ours in Postgres ${milliseconds(postgres)}`,
    ],
    ratio: sqlite - documented,
    floor: { atMost: 3 },
    aim: { atMost: 0 },
  }
}

export function historyResult({ long, sqlite }: Single): Result {
  return {
    row: '3',
    work: 'first token with a history of 10,000 messages ÷ 10',
    medians: [`10,000: ${milliseconds(long)}`, `10: ${milliseconds(sqlite)}`],
    ratio: long / sqlite,
    floor: { atMost: 1.2 },
    aim: { atMost: 1 },
  }
}

export function trialResults(trials: Trials): Result[] {
  const [at50, at200] = [trials.get(50), trials.get(200)]
  if (!at50 || !at200) throw new Error('There are trials of 50 and of 200 streams.')
  const cpu = (name: ServerName) => at50[name].cpuPerToken
  const [ours, documented] = [cpu('sqlite'), cpu('documented')]
  const p99 = (name: ServerName) => quantile(at200[name].firstTokens, 0.99)
  return [
    {
      row: '4',
      work: '50 streams, processor a token ÷ Next + AI SDK as documented',
      medians:
        ours === null || documented === null
          ? ['the system does not tell']
          : [
              `ours ${number(ours)} µs`,
              `documented ${number(documented)} µs`,
              `bare proxy ${number(cpu('bare') ?? Number.NaN)} µs`,
              `ours in Postgres ${number(cpu('postgres') ?? Number.NaN)} µs`,
            ],
      ratio: ours && documented && ours / documented,
      floor: { atMost: 0.65 },
      aim: { atMost: 0.45 },
    },
    {
      row: '4',
      work: '200 streams on one core, first token p99 (ms)',
      medians: [
        `ours ${milliseconds(p99('sqlite'))}`,
        `documented ${milliseconds(p99('documented'))}`,
        `bare proxy ${milliseconds(p99('bare'))}`,
        `ours in Postgres ${milliseconds(p99('postgres'))}`,
      ],
      ratio: p99('sqlite'),
      floor: { atMost: 400 },
      aim: { atMost: 150 },
    },
    {
      row: '4',
      work: '200 streams on one core, total ÷ ideal',
      medians: [`documented ${number(at200.documented.totalOverIdeal)}`],
      ratio: at200.sqlite.totalOverIdeal,
      floor: { atMost: 1.05 },
      aim: { atMost: 1.01 },
    },
  ]
}

/** Everything that was measured, to be read only. */
export function rowsOf(trials: Trials): Result[] {
  return [...trials].flatMap(([streams, byServer]) =>
    SERVERS.map((name) => ({
      row: '4',
      work: `${streams} ${streams === 1 ? 'stream' : 'streams'}: ${TITLES[name]}`,
      medians: told(byServer[name]),
      ratio: null,
      floor: null,
      aim: null,
    })),
  )
}

function told({ firstTokens, cpuPerToken, peakMegabytes, totalOverIdeal }: Trial): string[] {
  return [
    `first token ${milliseconds(quantile(firstTokens, 0.5))}, p99 ${milliseconds(quantile(firstTokens, 0.99))}`,
    ...(cpuPerToken === null ? [] : [`${number(cpuPerToken)} µs a token`]),
    ...(peakMegabytes === null ? [] : [`${number(peakMegabytes)} MB`]),
    `total ÷ ideal ${totalOverIdeal.toFixed(3)}`,
  ]
}

import { readFileSync } from 'node:fs'
import { renderExchanges } from '../league/exchanges/page.ts'
import { renderLeague } from '../league/page.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(`../league/${name}.json`, import.meta.url), 'utf8'))

/** The page of published libraries that handle SD-JWTs. */
export const pageOfLeague = (): string => renderLeague(read('results'))

/** The page of published libraries that exchange credentials. */
export const pageOfExchanges = (): string => renderExchanges(read('exchanges/results'), read('exchanges/judged'))

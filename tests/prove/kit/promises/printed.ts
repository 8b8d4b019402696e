import { asMoney, compare, sub } from '../../../../src/engine/language/values/decimal.ts'
import { createFormatter } from '../../../../src/engine/language/values/formatter.ts'
import type { StatementEntry } from '../../../../src/generated/entities.ts'
import type { Person, TestServer } from '../../../support/server/testServer.ts'

export const LANGUAGES = ['en', 'de', 'ar'] as const

/** The printed amounts and balances of a statement that do not add up, in each language: each balance is the one before with the amount between. */
export async function statementFaults(
  server: TestServer,
  { token }: Person,
): Promise<{ rows: number; faults: string[] }> {
  const entries: StatementEntry[] = []
  for (let after: string | undefined; ;) {
    const { data } = await server.call(
      'wallet/statement',
      { mode: 'real', ...(after !== undefined && { after }) },
      { token },
    )
    entries.push(...data.rows)
    if (data.cursor === undefined) break
    after = data.cursor
  }
  const faults: string[] = []
  for (const lang of LANGUAGES) {
    const format = createFormatter(lang, () => '', 'UTC')
    // As the list prints them: amounts with their sign and all digits.
    const printed = (value: string, signed: boolean) => {
      const text = format.money(value, undefined, { signed })
      const parsed = format.parseNumber(text)
      if (parsed === null) faults.push(`${lang}: ${text} cannot be read`)
      return asMoney(parsed ?? '0')
    }
    const balances = new Map<string, string>()
    for (const { kind, currency, amount, balance, id } of entries.toReversed()) {
      const account = `${kind} ${currency}`
      const before = sub(printed(balance, false), printed(amount, true))
      const known = balances.get(account) ?? '0'
      if (compare(before, asMoney(known)) !== 0)
        faults.push(`${lang}: ${id} begins at ${before}, and ${known} was printed before`)
      balances.set(account, printed(balance, false))
    }
    for (const [account, balance] of balances) {
      const [kind, currency] = account.split(' ')
      const { data } = await server.call('wallet/list', { mode: 'real' }, { token })
      const row = data.rows.find((row) => row.kind === kind && row.currency === currency)
      if (!row || compare(printed(row.balance, false), asMoney(balance)) !== 0)
        faults.push(
          `${lang}: the rows of ${account} end at ${balance}, and the balance is ${row?.balance ?? 'missing'}`,
        )
    }
  }
  return { rows: entries.length, faults }
}

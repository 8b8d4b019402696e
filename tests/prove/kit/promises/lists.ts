import { add, asMoney, compare, neg, sub, sum } from '../../../../src/engine/language/values/decimal.ts'
import { createFormatter } from '../../../../src/engine/language/values/formatter.ts'
import type { Money } from '../../../../src/engine/language/values/units.ts'
import type { CallId } from '../../../../src/generated/calls.ts'
import type { Person, Reply, TestServer } from '../../../support/server/testServer.ts'
import { LANGUAGES } from './printed.ts'

/** An amount as a language prints it. */
type Print = (value: string, signed?: boolean) => Money

/** A total and what it is the sum of, as printed. */
interface Total {
  name: string
  total: Money
  parts: readonly Money[]
}

const ZERO = asMoney('0')
const UNIT = 'USDT'

/** All rows of a list. */
async function rowsOf(
  server: TestServer,
  { token }: Person,
  call: CallId,
  payload: Record<string, unknown>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | undefined; ;) {
    const reply: Reply<CallId> = await server.call(
      call,
      { ...payload, ...(after !== undefined && { after }) },
      { token },
    )
    const page = reply.data as unknown as { rows: Row[]; cursor?: string }
    rows.push(...page.rows)
    if (page.cursor === undefined) return rows
    after = page.cursor
  }
}

/** A row of a list, whose amounts are read by their names. */
type Row = Readonly<Record<string, string & number>>

/** The lists of a person with their totals, from the calls that the screens use. */
async function totalsOf(server: TestServer, who: Person, print: Print): Promise<Total[]> {
  const ask = async <C extends CallId>(call: C, payload: Record<string, unknown> = { mode: 'real' }) =>
    (await server.call(call, payload, { token: who.token })).data
  const wallet = await ask('wallet/list')
  const accounts = wallet.rows.filter(({ mode }) => mode === 'real')
  const positions = [await ask('lever/my_trade'), await ask('lever/my_wh_trade')].flatMap((trades) => trades.positions)
  const custody = await rowsOf(server, who, 'project/orders', { mode: 'real' })
  const interest = await ask('project/summary')
  const fixed = await rowsOf(server, who, 'lh/deposit/order', { mode: 'real' })
  const fixedSums = (await ask('lh/deposit/ordersum')).rows
  const loanSums = [await ask('lh/loan/statistics', {})].flat()
  const loans = await rowsOf(server, who, 'lh/loan/order', {})
  const withdrawals = await rowsOf(server, who, 'cashlist/log', { mode: 'real' })
  const deposits = await rowsOf(server, who, 'chargelist/log', { mode: 'real' })
  const entries = await rowsOf(server, who, 'wallet/statement', { mode: 'real' })
  const bookedAs = (...types: string[]) =>
    entries
      .filter(({ type, currency }) => types.includes(String(type)) && currency === UNIT)
      .map(({ amount }) => amount)
  const all = (rows: readonly Row[], field: string) => rows.map((row) => print(row[field] ?? '0'))
  const contract = accounts.find(({ kind, currency }) => kind === 'contract' && currency === UNIT)
  return [
    ...wallet.totals
      .filter(({ mode }) => mode === 'real')
      .map(({ kind, balance }) => ({
        name: `the ${kind} account`,
        total: print(balance),
        parts: accounts.filter((account) => account.kind === kind).map(({ worth }) => print(worth)),
      })),
    ...accounts.map(({ kind, currency, balance, availableMargin, usedMargin, frozen }) => ({
      name: `the balance of ${kind} ${currency}`,
      total: print(balance),
      parts: [availableMargin, usedMargin, frozen].map((part) => print(part)),
    })),
    {
      name: 'the used margin',
      total: print(contract?.usedMargin ?? '0'),
      parts: positions.map(({ margin }) => print(margin)),
    },
    {
      name: 'interest treasure, earned',
      total: print(interest.earned),
      parts: all(custody, 'profit'),
    },
    {
      name: 'interest treasure, in custody',
      total: print(interest.custody),
      parts: all(
        custody.filter(({ status }) => Number(status) < 2),
        'amount',
      ),
    },
    {
      name: 'interest treasure, its parts',
      total: print(interest.earned),
      parts: [print(interest.interest), neg(print(interest.costs))],
    },
    ...fixedSums.flatMap(({ currency, principal, earned }) => {
      const own = fixed.filter((row) => row.currency === currency)
      const running = own.filter(({ status }) => Number(status) === 0)
      return [
        { name: 'fixed deposits, running', total: print(principal), parts: all(running, 'amount') },
        { name: 'fixed deposits, earned', total: print(earned), parts: all(own, 'profit') },
      ]
    }),
    ...loanSums.flatMap(({ currency, outstanding, repaid, interest: charged, borrowed }) => {
      const own = loans.filter((loan) => loan.currency === currency && loan.paid !== null)
      return [
        { name: 'loans, outstanding', total: print(outstanding), parts: all(own, 'owed') },
        { name: 'loans, repaid', total: print(repaid), parts: all(own, 'repaid') },
        { name: 'loans, interest', total: print(charged), parts: all(own, 'charged') },
        { name: 'loans, borrowed', total: print(borrowed), parts: all(own, 'amount') },
      ]
    }),
    ...loans.flatMap((loan) => [
      {
        name: 'a loan, what is owed',
        total: print(loan.owed ?? '0'),
        parts: all([loan], 'principal').concat(all([loan], 'interest')),
      },
      {
        name: 'a loan, what is paid out',
        total: print(loan.amount ?? '0'),
        parts: all([loan], 'fee').concat(all([loan], 'net')),
      },
    ]),
    ...withdrawals.map((row) => ({
      name: 'a withdrawal',
      total: print(row.amount ?? '0'),
      parts: [print(row.fee ?? '0'), print(row.net ?? '0')],
    })),
    {
      name: 'the deposits of the statement',
      total: sum([
        ZERO,
        ...all(
          deposits.filter(({ status }) => Number(status) === 2),
          'amount',
        ),
      ]),
      parts: bookedAs('deposit').map((amount) => print(amount ?? '0', true)),
    },
  ]
}

const difference = ({ total, parts }: Total): Money => sub(sum([ZERO, ...parts]), total)

/** The totals of a person's lists that are not the sum of their rows as printed, in each language. */
export async function listFaults(server: TestServer, who: Person): Promise<{ totals: number; faults: string[] }> {
  const faults: string[] = []
  let totals = 0
  for (const lang of LANGUAGES) {
    const format = createFormatter(lang, () => '', 'UTC')
    const print: Print = (value, signed = false) => {
      const text = format.money(value, undefined, { signed })
      const parsed = format.parseNumber(text)
      if (parsed === null) faults.push(`${lang}: ${text} cannot be read`)
      return asMoney(parsed ?? '0')
    }
    for (const total of await totalsOf(server, who, print)) {
      totals += 1
      if (compare(difference(total), '0') !== 0)
        faults.push(`${lang}: ${total.name} is ${total.total}, its parts are ${total.parts.join(' + ')}`)
      // A total that is one unit off must be found.
      if (compare(difference({ ...total, total: add(total.total, asMoney('0.00000001')) }), '0') === 0)
        faults.push(`not found: ${total.name} with one unit more`)
    }
  }
  return { totals, faults }
}

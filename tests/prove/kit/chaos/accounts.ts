import type { Kysely } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Tables } from '../../../../src/server/db.ts'
import { sha256 } from '../../../../src/server/kit/random.ts'
import { TERMS_VERSION } from '../../../../src/server/modules/identity/terms.ts'
import { ask, type BankConnection, type Fields, type Reply } from '../bank/bank-connection.ts'
import type { Random } from '../random.ts'
import type { Plant, Workload } from './chaos.ts'

const LANGS = ['en', 'de', 'fr', 'es', 'pt', 'ar', 'ja', 'ko']
const MODES = ['real', 'demo']
const PASSWORD = 'secret71'
const CLIENTS = 6
const CHANGES = 4
/** Demo money of a new user: minor units. */
const OPENING = 100_000n * 100_000_000n

/** A value last acknowledged, and one in flight that may or may not be stored. */
interface Setting {
  acknowledged: string
  sent: string
}
interface Session {
  account: string
  token: string
  lang: Setting
  mode: Setting
}
/** Users who register, log in and change settings. The model is what was acknowledged to them. */
export class Accounts implements Workload {
  readonly faults: string[] = []
  readonly registered = new Set<string>()
  readonly sessions: Session[] = []
  private isOver = false

  constructor(
    private readonly name: string,
    private readonly random: Random,
  ) {}

  enrol = (): Promise<void> => Promise.resolve()
  work = (): number => this.sessions.length
  end = (): void => void (this.isOver = true)
  figures = () => ({ registered: this.registered.size, sessions: this.sessions.length })

  async live([connection]: readonly BankConnection[]): Promise<void> {
    if (!connection) throw new Error('There is no connection.')
    await Promise.all(Array.from({ length: CLIENTS }, (_, at) => this.register(connection, at)))
  }

  /** Registers one user after the other; one whose request is not answered is left as it is. */
  private async register(connection: BankConnection, client: number): Promise<void> {
    for (let i = 0; !this.isOver; i++) {
      const account = `${this.name}_${client}_${i}`
      const fields = { type: 'account', account, password: PASSWORD, country: 'DE', terms: TERMS_VERSION }
      const reply = await this.call(connection, 'POST', 'user/register', fields)
      if (reply?.type === 'ok') {
        this.registered.add(account)
        const session = await this.login(connection, account)
        if (session?.type === 'ok') await this.change(connection, account, String(session.data?.token))
      } else await sleep(20)
    }
  }

  private async change(connection: BankConnection, account: string, token: string): Promise<void> {
    const lang = { acknowledged: 'en', sent: 'en' }
    const mode = { acknowledged: 'real', sent: 'real' }
    this.sessions.push({ account, token, lang, mode })
    for (let step = 0; step < CHANGES; step++)
      for (const [setting, values, call, field] of [
        [lang, LANGS, 'set/lang', 'language'],
        [mode, MODES, 'user/switch_account', 'mode'],
      ] as const) {
        setting.sent = this.random.pick(values)
        const reply = await this.call(connection, 'POST', call, { [field]: setting.sent }, token)
        if (reply?.type !== 'ok') return
        setting.acknowledged = setting.sent
      }
  }

  private async login(connection: BankConnection, account: string): Promise<Reply | null> {
    const slide = await this.call(connection, 'GET', 'captcha/slide', {})
    const challenge = String(slide?.data?.challenge)
    const fields = { type: 'account', account, password: PASSWORD, slide: challenge }
    return slide && (await this.call(connection, 'POST', 'user/login', fields))
  }

  /** Sends a call from a separate address; null when the server was down before it answered. */
  private call(connection: BankConnection, method: 'GET' | 'POST', id: string, fields: Fields, token?: string) {
    const part = () => this.random.int(250)
    const ip = `10.${part()}.${part()}.${part()}`
    return ask(connection, id, fields, { method, ip, ...(token !== undefined && { token }) })
  }

  async inspect(db: Kysely<Tables>): Promise<string[]> {
    const users = new Map(
      (await db.selectFrom('users').select(['id', 'account', 'lang', 'mode']).execute()).map((user) => [
        user.account,
        user,
      ]),
    )
    const tokens = new Set(
      (await db.selectFrom('sessions').select('token_hash').execute()).map((row) => row.token_hash),
    )
    const demo = await db
      .selectFrom('ledger_account')
      .select(['owner', 'posted'])
      .where('mode', '=', 'demo')
      .where('kind', '=', 'coin')
      .where('currency', '=', 'USDT')
      .execute()
    const opened = new Map(demo.map(({ owner, posted }) => [owner, posted]))
    const faults = [...this.registered]
      .filter((account) => !users.has(account))
      .map((account) => `${account}: the user is gone`)
    for (const { account, token, lang, mode } of this.sessions) {
      const user = users.get(account)
      if (!user) continue
      if (!tokens.has(sha256(token))) faults.push(`${account}: the session is gone`)
      if (opened.get(user.id) !== OPENING) faults.push(`${account}: the opening balance is not there`)
      for (const [setting, value] of [
        [lang, user.lang],
        [mode, user.mode],
      ] as const) {
        if (![setting.acknowledged, setting.sent].includes(value))
          faults.push(`${account}: ${value} instead of ${setting.acknowledged}`)
        // A value once read counts as acknowledged: it may not change at the next kill.
        setting.acknowledged = setting.sent = value
      }
    }
    return faults
  }

  /** Each session and each password is still accepted. */
  async compare(connection: BankConnection): Promise<string[]> {
    const faults: string[] = []
    for (const { account, token } of this.sessions)
      if ((await this.call(connection, 'GET', 'user/info', {}, token))?.type !== 'ok')
        faults.push(`${account}: the session is refused`)
    for (const account of this.registered) {
      if (this.sessions.some((session) => session.account === account)) continue
      if ((await this.login(connection, account))?.type !== 'ok') faults.push(`${account}: cannot log in`)
    }
    return faults
  }

  get plants(): Plant[] {
    const [first] = this.sessions
    const account = first?.account ?? ''
    return [
      {
        name: 'a lost session',
        spoil: (db) =>
          db
            .deleteFrom('sessions')
            .where('token_hash', '=', sha256(first?.token ?? ''))
            .execute(),
        says: /the session is gone/,
      },
      {
        name: 'a lost user',
        spoil: (db) => db.updateTable('users').set({ account: 'planted' }).where('account', '=', account).execute(),
        says: /the user is gone/,
      },
      {
        name: 'a lost setting',
        spoil: (db) => db.updateTable('users').set({ lang: 'zh-Hant' }).where('account', '=', account).execute(),
        says: /zh-Hant instead of/,
      },
    ]
  }
}

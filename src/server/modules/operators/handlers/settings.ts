import { asUnixSeconds } from '../../../../engine/language/values/time.ts'
import type { MarketState, SettingsVersion } from '../../../../generated/operatorApi/calls.ts'
import type { OperatorServer } from '../../../../generated/operator.ts'
import { offsetOf, pageOf } from '../../../kit/api/page.ts'
import type { ServerContext } from '../../../context.ts'
import { settingsFault } from '../settings/bounds.ts'
import { CHANGEABLE, changedSections, isChangeable, SETTINGS_LOCK, type SettingsState } from '../settings/settings.ts'
import type { SettingsRow } from '../settings/tables.ts'
import { lockWithin } from '../../../kit/storage/transaction.ts'
import type { OperatorHandlers, WriteRequest } from '../handler.ts'
import { refuseOperator } from '../refusal.ts'

const PAGE = 20

function marketStates(context: Pick<ServerContext, 'market' | 'clock'>, { version, operator }: SettingsState) {
  const { enabled, closing, disabled } = operator.server.trading
  const { market, clock } = context
  const rows = market.instruments().map(({ symbol, name, class: kind }): MarketState => ({
    symbol,
    name,
    class: kind,
    state: disabled.includes(symbol) ? 'closed' : closing.includes(symbol) ? 'closing' : 'open',
    trading: market.isOpen(symbol, clock.nowMs()),
  }))
  return { enabled, rows, version }
}

const settingsVersion = (row: SettingsRow): SettingsVersion => ({
  version: Number(row.version),
  sections: row.sections.split(' '),
  operator: row.operator,
  reason: row.reason,
  time: asUnixSeconds(row.created),
})

/** The settings as stored, under their lock. */
async function lockedSettings({ context, trx }: WriteRequest): Promise<SettingsState> {
  await lockWithin(trx, [SETTINGS_LOCK])
  return await context.settings.read(trx)
}

/** The changed sections of two settings. */
const pick = (settings: OperatorServer, sections: readonly (keyof OperatorServer)[]) =>
  Object.fromEntries(sections.map((section) => [section, settings[section]]))

/** The lists of symbols with the state of one replaced. */
function withState(trading: OperatorServer['trading'], symbol: string, state: MarketState['state']) {
  const others = (list: readonly string[]) => list.filter((item) => item !== symbol)
  return {
    ...trading,
    closing: [...others(trading.closing), ...(state === 'closing' ? [symbol] : [])],
    disabled: [...others(trading.disabled), ...(state === 'closed' ? [symbol] : [])],
  }
}

export const handlers = {
  'markets/list': async (_, { context }) => marketStates(context, await context.settings.read(context.db)),

  'markets/set': async ({ symbol = null, state, reason }, request) => {
    const { context, operator, trx } = request
    const { operator: current } = await lockedSettings(request)
    const { server } = current
    if (symbol === null && state === 'closing') throw refuseOperator('stateInvalid')
    if (symbol !== null && context.market.listing(symbol) === null) throw refuseOperator('marketNotFound')
    const trading =
      symbol === null ? { ...server.trading, enabled: state === 'open' } : withState(server.trading, symbol, state)
    const change = { target: symbol ?? 'trading', before: server.trading, after: trading }
    await context.settings.store(trx, { ...server, trading }, { operator: operator.name, reason })
    return { data: marketStates(context, await context.settings.read(trx)), change }
  },

  'settings/get': async (_, { context }) => {
    const { version, operator } = await context.settings.read(context.db)
    return { version, settings: operator.server, changeable: [...CHANGEABLE] }
  },

  'settings/set': async ({ version, settings, reason }, request) => {
    const { context, operator, trx } = request
    const current = await lockedSettings(request)
    if (current.version !== version) throw refuseOperator('versionConflict', { version: current.version })
    const { server } = current.operator
    const changed = changedSections(server, settings)
    const fixed = changed.find((section) => !isChangeable(section))
    if (fixed !== undefined) throw refuseOperator('settingFixed', { section: fixed })
    if (changed.length === 0) throw refuseOperator('settingsUnchanged')
    const fault = settingsFault(settings)
    if (fault) throw refuseOperator('settingInvalid', { path: fault.path, problem: fault.problem })
    const stored = await context.settings.store(trx, settings, { operator: operator.name, reason })
    const data = {
      version: stored.version,
      sections: stored.sections,
      operator: operator.name,
      reason,
      time: asUnixSeconds(context.clock.now()),
    }
    const change = {
      target: `version ${stored.version}`,
      before: pick(server, changed),
      after: pick(settings, changed),
    }
    return { data, change }
  },

  'settings/versions': async ({ page }, { context: { db } }) => {
    const rows = await db
      .selectFrom('settings_versions')
      .selectAll()
      .orderBy('version', 'desc')
      .offset(offsetOf(page, PAGE))
      .limit(PAGE + 1)
      .execute()
    const found = pageOf(rows, page, PAGE)
    return { rows: found.rows.map(settingsVersion), next: found.next }
  },
} satisfies Partial<OperatorHandlers>

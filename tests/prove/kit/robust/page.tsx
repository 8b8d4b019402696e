import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { Action, ActionContext } from '../../../../src/engine/language/action.ts'
import { registerFunctions } from '../../../../src/engine/language/expressions/functions.ts'
import '../../../support/functions.ts'
import { implementations } from '../../../../src/product/functions/index.ts'
import {
  linkValidators,
  type FormModule,
  type FormValidators,
} from '../../../../src/engine/language/forms/formModule.ts'
import type { FormDef, Json, Screen } from '../../../../src/engine/language/expressions/program.ts'
import type { Texts } from '../../../../src/engine/language/texts/texts.ts'
import '../../../../src/generated/tokens.css'
import '../../../../src/app/base.css'
import { HostContext, type Host } from '../../../../src/engine/renderer/host.ts'
import type { Widget } from '../../../../src/engine/renderer/plan.ts'
import { createScreenInstance } from '../../../../src/engine/renderer/screenInstance.ts'
import { ScreenView } from '../../../../src/engine/renderer/ScreenView.tsx'
import type { Draft } from '../../../../src/engine/state/forms/drafts.ts'
import { createForm, type Form } from '../../../../src/engine/state/forms/forms.ts'
import type { Quote } from '../../../../src/generated/entities.ts'
import { createAtom } from '../../../../src/engine/state/store.ts'
import EmptyState from '../../../../src/engine/widgets/EmptyState/EmptyState.tsx'
import ErrorState from '../../../../src/engine/widgets/ErrorState/ErrorState.tsx'
import { loadFields } from '../../../../src/engine/widgets/Form/theme/loading.ts'
import Skeleton from '../../../../src/engine/widgets/Skeleton/Skeleton.tsx'
import { faultsIn } from './judge.ts'
import { ClientProvider } from '../../../../src/engine/state/client/context.ts'
import { client } from '../../../support/client.ts'

/** One screen to draw, with its data. */
export interface Drawing {
  /** Index into the screens given to `open`. */
  screen: Screen
  params: Record<string, Json>
  /** The value of each query; a missing one has failed. */
  data: Record<string, Json>
  quotes: Quote[]
  user: Record<string, Json>
  lang: string
  /** Addresses of the validators' modules, by form. */
  validators?: Record<string, string>
}

interface Module<T> {
  default: T
}
const unitsOf = <T,>(modules: Record<string, Module<T>>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(modules).flatMap(([path, module]) => {
      const [, folder, name] = /([^/]+)\/([^/.]+)(?:\.lazy)?\.tsx?$/.exec(path) ?? []
      return folder !== undefined && folder === name ? [[folder, module.default]] : []
    }),
  )
registerFunctions(implementations)
const widgets = unitsOf(
  import.meta.glob<Module<Widget>>(
    ['../../../../src/{engine,product}/widgets/*/*.tsx', '!../../../../src/{engine,product}/widgets/*/*.test.tsx'],
    {
      eager: true,
    },
  ),
)
const actions = unitsOf(
  import.meta.glob<Module<Action>>(
    ['../../../../src/{engine,product}/actions/*/*.ts', '!../../../../src/{engine,product}/actions/*/*.test.ts'],
    {
      eager: true,
    },
  ),
)
const locales = import.meta.glob<Texts>('../../../../locales/*.json', { import: 'default' })

const failure = { ok: false, kind: 'network', code: 'network', message: '', params: {} } as const
const reports: string[] = []

const host = (config: Record<string, Json>): Host => ({
  client,
  widgets,
  actions,
  config,
  placeholders: {
    loading: () => <Skeleton />,
    failed: () => <ErrorState text="Failed" />,
    empty: () => <EmptyState title="Empty" />,
    stale: () => <p>Stale</p>,
    broken: ({ at, widget, why }) => <p className="broken">{`${widget} at ${at}: ${why}`}</p>,
  },
  // Steps on screen entry get no answer, as without a network.
  createActionContext: (view) =>
    ({
      setState: view.screen.setState,
      text: (key: string) => key,
      explain: () => '',
      toast: () => undefined,
      navigate: () => undefined,
      back: () => undefined,
      closeSheet: () => undefined,
      invalidate: () => undefined,
      refetchFailed: () => undefined,
      call: () => Promise.resolve(failure),
      confirm: () => Promise.resolve(false),
      sheet: () => Promise.resolve(),
      payPassword: () => Promise.resolve(null),
      pickFile: () => Promise.resolve(null),
      refresh: () => Promise.resolve(),
      loadMore: () => Promise.resolve(),
      copy: () => Promise.resolve(false),
      share: () => Promise.resolve('missing'),
      setLanguage: () => Promise.resolve(),
      setPreference: () => undefined,
      login: () => Promise.resolve(failure),
      logout: () => Promise.resolve(),
      switchAccount: () => Promise.resolve(failure),
    }) as unknown as ActionContext,
  report: (error, at) => void reports.push(`${at}: ${error instanceof Error ? error.message : String(error)}`),
})

addEventListener('error', (event) => void reports.push(`uncaught: ${event.message}`))
addEventListener('unhandledrejection', (event) => void reports.push(`rejected: ${String(event.reason)}`))

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))

/** A query with an available or a failed answer. */
function queryOf(value: Json | undefined) {
  return {
    value: createAtom<unknown>(value),
    status: createAtom(value === undefined ? { kind: 'failed' as const, failure } : { kind: 'ready' as const }),
    meta: createAtom({ stale: false, refreshing: false, updatedAt: 1_760_000_000, hasMore: false }),
    setRequest: () => undefined,
    subscribe: () => () => undefined,
    refetch: () => Promise.resolve(),
    loadMore: () => Promise.resolve(),
  }
}

/** Draws the screens one by one, each in a separate page; returns the faults of each. */
export async function drawAll(drawings: readonly Drawing[], config: Record<string, Json>): Promise<string[][]> {
  const wrong: string[][] = []
  await loadFields()
  for (const drawing of drawings) wrong.push(await drawOne(drawing, host(config)))
  return wrong
}

async function drawOne(
  { screen, params, data, lang, validators = {}, ...more }: Drawing,
  inHost: Host,
): Promise<string[]> {
  reports.length = 0
  const linked = new Map<FormDef, FormValidators>()
  for (const [id, address] of Object.entries(validators)) {
    const def = screen.forms[id]
    if (def) linked.set(def, linkValidators((await import(/* @vite-ignore */ address)) as FormModule))
  }
  const formWith = (def: FormDef, draft?: Draft): Form => {
    const formValidators = linked.get(def)
    if (!formValidators) throw new Error('The form has no validators.')
    return createForm(def, formValidators, draft)
  }
  client.language.apply(lang, (await locales[`../../../../locales/${lang}.json`]?.()) ?? {}, 'UTC')
  await client.session.login(`token-${Math.random()}`, () =>
    Promise.resolve({ ok: true, data: more.user, code: '', message: '', params: {} }),
  )
  const names = Object.keys(screen.queries)
  let asked = 0
  const state = createScreenInstance(screen, {
    client,
    params,
    data: {
      query: () => queryOf(data[names[asked++] ?? '']),
      invalidate: () => undefined,
      refetchFailed: () => undefined,
      clear: () => undefined,
      close: () => undefined,
    },
    config: inHost.config,
    report: inHost.report,
    createForm: formWith,
  })
  const container = document.createElement('main')
  document.body.append(container)
  const root = createRoot(container, { onUncaughtError: (error) => void reports.push(`uncaught: ${String(error)}`) })
  try {
    flushSync(() =>
      root.render(
        <ClientProvider value={client}>
          <HostContext value={inHost}>
            <ScreenView state={state} />
          </HostContext>
        </ClientProvider>,
      ),
    )
    client.live.receive(more.quotes)
    await frame()
    await pause(0)
    return [...faultsIn(container, screen), ...reports]
  } catch (error) {
    return [`thrown: ${String(error)}`, ...reports]
  } finally {
    flushSync(() => root.unmount())
    container.remove()
  }
}

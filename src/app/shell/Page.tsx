import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ManifestScreen } from '../../core/program.ts'
import { missing } from '../../core/capabilities.ts'
import { GATES } from '../../core/gates.ts'
import { capabilities } from '../../generated/capabilities.ts'
import { BarView, ScreenView, useScreenView } from '../../renderer/ScreenView.tsx'
import { useLanguage, useText } from '../../state/language.ts'
import { hasParams, type ScreenState } from '../../state/screen.ts'
import ErrorState from '../../widgets/ErrorState/ErrorState.tsx'
import NavBar from '../../widgets/NavBar/NavBar.tsx'
import { useRuntime } from '../runtime.ts'
import { useManifest } from '../useManifest.ts'
import { Boundary } from './Boundary.tsx'
import { Crash } from './Crash.tsx'
import { InBar } from './InBar.ts'
import css from './Shell.module.css'
import { useGuard, type Place } from './useGuard.ts'
import { useScreen } from './useScreen.ts'
import { useScrollMemory } from './useScrollMemory.ts'
import { useTitle } from './useTitle.ts'

export interface PageProps extends Place {
  entry: ManifestScreen
  params: Readonly<Record<string, string>>
  tab: boolean
  /** The same for the same place in the history: what scrolled there scrolls back. */
  memory: string
  /** The reader came here from another page: the focus comes along. */
  arrived: boolean
}

/** One place of the app: its guard, its bar, its screen. */
export function Page(props: PageProps) {
  const open = useGuard(props)
  return open ? <Open {...props} /> : null
}

function Open({ entry, route, params, memory, tab, arrived, onward }: PageProps) {
  const { text: t, textOf } = useLanguage()
  const gate = onward === null ? undefined : Object.keys(GATES).find((name) => GATES[name]?.route === route)
  const reason = gate === undefined ? null : textOf(`gate.${gate}`)
  const loading = useScreen(entry, params)
  const main = useRef<HTMLElement>(null)
  useScrollMemory(main, memory)

  useLayoutEffect(() => {
    if (arrived) main.current?.focus({ preventScroll: true })
  }, [arrived])

  return (
    <main ref={main} className={css.page} tabIndex={-1} aria-busy={loading.is === 'loading' || undefined}>
      <Boundary fallback={crash}>
        {loading.is === 'ready' && (hasParams(loading.screen) ? <Program screen={loading.screen} entry={entry} tab={tab} reason={reason} /> : <NotFound />)}
        {loading.is === 'loading' && (
          <output className={css.waiting} aria-label={t('shell.loading')}>
            <span className={css.spinner} />
          </output>
        )}
        {loading.is === 'failed' && (
          <div className={css.waiting}>
            <ErrorState title={t('shell.failedTitle')} text={t('shell.failedText')} onRetry={loading.retry} />
          </div>
        )}
      </Boundary>
    </main>
  )
}

const NO_PARAMS = {}

/** An address that lacks what its screen cannot do without leads nowhere, as one does that no screen has. */
function NotFound() {
  const { routes, shell } = useManifest()
  const entry = routes[shell.notFound]
  if (!entry) throw new Error(`There is no screen at ${shell.notFound}.`)
  const loading = useScreen(entry, NO_PARAMS)
  return loading.is === 'ready' ? <Program screen={loading.screen} entry={entry} tab={false} reason={null} /> : null
}

const crash = (again: () => void) => <Crash onRetry={again} />

interface ProgramProps {
  screen: ScreenState
  entry: ManifestScreen
  tab: boolean
  /** Why the reader is here instead of where they were going. */
  reason: string | null
}

function Program({ screen, entry, tab, reason }: ProgramProps) {
  const { config, navigator } = useRuntime()
  const view = useScreenView(screen)
  const title = useTitle(view, config.shortName)
  useEffect(() => {
    document.title = title === config.shortName ? title : `${title} · ${config.shortName}`
  }, [title, config])

  return (
    <>
      {screen.screen.nav === 'default' && <NavBar title={title} end={<InBar value><BarView view={view} /></InBar>} {...(!tab && { onBack: () => navigator.back() })} />}
      {isTooOld(entry) && <TooOld />}
      {reason !== null && <p className={css.reason}>{reason}</p>}
      <div className={css.content}>
        <ScreenView state={screen} />
      </div>
    </>
  )
}

/** A widget that is missing has its node's fallback; steps and functions that are missing would fail in silence later. */
export const isTooOld = ({ requires }: Pick<ManifestScreen, 'requires'>): boolean => missing(requires, capabilities).length > 0

function TooOld() {
  const t = useText()
  return <ErrorState compact title={t('shell.tooOldTitle')} text={t('shell.tooOldText')} onRetry={() => location.reload()} />
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { ManifestScreen } from '../../engine/language/expressions/program.ts'
import { missingCapabilities, type Capabilities } from '../../engine/language/capabilities.ts'
import { explanationKey } from '../../engine/language/accessRules.ts'
import { BarView, ScreenView, useScreenView } from '../../engine/renderer/ScreenView.tsx'
import { useLanguage, useText } from '../../engine/state/language.ts'
import type { ScreenInstance } from '../../engine/renderer/screenInstance.ts'
import { hasParams } from '../../engine/state/screen.ts'
import { useSession } from '../../engine/state/session.ts'
import ErrorState from '../../engine/widgets/ErrorState/ErrorState.tsx'
import NavBar from '../../engine/widgets/NavBar/NavBar.tsx'
import { readState } from '../navigator.ts'
import { resolveAddress, type Destination } from '../routes.ts'
import { useRuntime } from '../runtime.ts'
import { useManifest } from '../useManifest.ts'
import { Boundary } from './Boundary.tsx'
import { Crash } from './Crash.tsx'
import { NavBarContext } from './NavBarContext.ts'
import css from './Shell.module.css'
import { pendingRule, useGuard } from './hooks/useGuard.ts'
import { useScreen } from './hooks/useScreen.ts'
import { useScrollRestoration } from './hooks/useScrollRestoration.ts'
import { useTitle } from './hooks/useTitle.ts'

export interface PageProps {
  destination: Destination
  entry: ManifestScreen
  /** The user came from another page: the focus moves to this one. */
  arrived: boolean
}

/** The page of a route: its guard, its bar, its screen. */
export function Page(props: PageProps) {
  const { pathname, search, state } = useLocation()
  const { returnTo = null } = readState(state)
  const { destination, entry } = props
  const open = useGuard({ address: pathname + search, route: destination.route, access: entry.access, returnTo })
  return open ? <ScreenLoader {...props} returnTo={returnTo} /> : null
}

function ScreenLoader({ entry, destination, arrived, returnTo }: PageProps & { returnTo: string | null }) {
  const { route, isTab: tab, params } = destination
  const { text: t, textOf } = useLanguage()
  const runtime = useRuntime()
  const { token, user } = useSession()
  const input = { loggedIn: token !== null && user !== null, user }
  const { accessRules } = runtime.product.plugin
  const rule =
    returnTo === null ? undefined : pendingRule(accessRules, runtime.catalogue.manifest(), returnTo, route, input)
  const reason = rule === undefined ? null : textOf(explanationKey(rule))
  const { key, search } = useLocation()
  const loading = useScreen(entry, params)
  const main = useRef<HTMLElement>(null)
  // A tab is mounted once, however often the history has it. With other parameters, such as another pair, it begins at its top.
  useScrollRestoration(main, tab ? route + search : key)

  useLayoutEffect(() => {
    if (arrived) main.current?.focus({ preventScroll: true })
  }, [arrived])

  return (
    <main ref={main} className={css.page} tabIndex={-1} aria-busy={loading.kind === 'loading' || undefined}>
      <Boundary fallback={crash}>
        {loading.kind === 'ready' &&
          (hasParams(loading.screen) ? (
            <ScreenMount screen={loading.screen} entry={entry} tab={tab} reason={reason} />
          ) : (
            <NotFound />
          ))}
        {loading.kind === 'loading' && (
          <output className={css.waiting} aria-label={t('shell.loading')}>
            <span className={css.spinner} />
          </output>
        )}
        {loading.kind === 'failed' && (
          <div className={css.waiting}>
            <ErrorState title={t('shell.failedTitle')} text={t('shell.failedText')} onRetry={loading.retry} />
          </div>
        )}
      </Boundary>
    </main>
  )
}

/** An address without its required parameters is treated as unknown. */
function NotFound() {
  const manifest = useManifest()
  const { notFound } = manifest.shell
  const { entry, params } = resolveAddress(manifest, notFound)
  if (!entry) throw new Error(`There is no screen at ${notFound}.`)
  const loading = useScreen(entry, params)
  return loading.kind === 'ready' ? (
    <ScreenMount screen={loading.screen} entry={entry} tab={false} reason={null} />
  ) : null
}

const crash = (retry: () => void) => <Crash onRetry={retry} />

interface ScreenMountProps {
  screen: ScreenInstance
  entry: ManifestScreen
  tab: boolean
  /** Why an access rule redirected the user here. */
  reason: string | null
}

function ScreenMount({ screen, entry, tab, reason }: ScreenMountProps) {
  const { config, navigator, product } = useRuntime()
  const view = useScreenView(screen)
  const title = useTitle(view, config.shortName)
  useEffect(() => {
    document.title = title === config.shortName ? title : `${title} · ${config.shortName}`
  }, [title, config])

  return (
    <>
      {screen.screen.navigationBar === 'default' && (
        <NavBar
          title={title}
          end={
            <NavBarContext value>
              <BarView view={view} />
            </NavBarContext>
          }
          {...(!tab && { onBack: () => navigator.back() })}
        />
      )}
      {isTooOld(entry, product.capabilities) && <UpdateRequired />}
      {reason !== null && <p className={css.reason}>{reason}</p>}
      <div className={css.content}>
        <ScreenView state={screen} />
      </div>
    </>
  )
}

/** A missing widget renders its node's fallback; missing steps and functions would fail silently later. */
const isTooOld = ({ requires }: ManifestScreen, capabilities: Capabilities): boolean =>
  missingCapabilities(requires, capabilities).length > 0

function UpdateRequired() {
  const t = useText()
  return (
    <ErrorState compact title={t('shell.tooOldTitle')} text={t('shell.tooOldText')} onRetry={() => location.reload()} />
  )
}

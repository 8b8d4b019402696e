import { Activity, memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { Route, Routes, type Location } from 'react-router-dom'
import type { Manifest } from '../../engine/language/expressions/program.ts'
import { useLanguage } from '../../engine/state/language.ts'
import { useClient } from '../../engine/state/client/context.ts'
import { useSession } from '../../engine/state/session.ts'
import { cx } from '../../engine/widgets/lib/styles/cx.ts'
import TabBar from '../../engine/widgets/TabBar/TabBar.tsx'
import { entryKeyOf, readState } from '../navigator.ts'
import { resolveAddress } from '../routes.ts'
import { useRuntime } from '../runtime.ts'
import { useManifest } from '../useManifest.ts'
import { BusyBar } from './BusyBar.tsx'
import { Crash } from './Crash.tsx'
import { StatusBanners } from './StatusBanners.tsx'
import { Page } from './Page.tsx'
import css from './Shell.module.css'
import { Support } from './Support.tsx'
import { ToastHost } from './ToastHost.tsx'
import { Update } from './Update.tsx'
import { useNavigation } from './hooks/useNavigation.ts'

interface RouteMatch {
  page: string
  route: string
  isTab: boolean
  /** As its page sees it: with the route as its path, where there is one, and the screen's entry as its key. */
  location: Location
}

/** The frame of every screen, and the routes of the manifest. */
export function Shell() {
  const { text: t, textOf } = useLanguage()
  const { config, navigator, prefetcher, product } = useRuntime()
  const manifest = useManifest()
  const match = useRouteMatch(useNavigation(navigator), manifest)
  const { route, isTab: onTab, location } = match
  const { key } = location
  const tabs = useMountedTabs(match)
  // On the first page shown, the browser's own focus is right.
  const [first] = useState(key)
  const arrived = key !== first

  useCloseOverlaysOnLeave(`${key} ${location.pathname}${location.search}`)
  useEffect(() => prefetcher.setMounted(tabs.map(({ page }) => page)), [prefetcher, tabs])

  return (
    <div className={cx(css.shell, onTab && css.tabbed)}>
      <header>
        <a className={css.skip} href="#main" onClick={skip}>
          {t('shell.skip')}
        </a>
        <StatusBanners sandbox={config.sandbox} />
        <Update />
        <BusyBar />
      </header>
      <div className={css.pages}>
        {tabs.map((tab) => (
          <Activity key={tab.page} mode={tab.page === match.page ? 'visible' : 'hidden'}>
            <ScreenRoutes location={tab.page === match.page ? location : tab.location} arrived={arrived} />
          </Activity>
        ))}
        {!onTab && <ScreenRoutes key={key} location={location} arrived={arrived} />}
      </div>
      {onTab && (
        <TabBar
          label={t('shell.tabs')}
          selected={route}
          items={manifest.shell.tabs.map(({ route, label, icon }) => ({ route, label: textOf(label), icon }))}
          onTouch={(route) => prefetcher.prefetch(route)}
          onSelect={(tab) => {
            if (tab.route !== route) navigator.go(tab.route, {}, 'reset')
          }}
        />
      )}
      {product.services.contacts !== undefined && <Support />}
      <ToastHost />
    </div>
  )
}

/**
 * One mounted page at its own location, which a hidden tab keeps. `Routes` has only the route that the location means:
 * it compiles and ranks its children at each match, and all of the manifest (73 routes) would take 26 to 54 ms
 * of the first frame at CPU ÷ 4.
 */
const ScreenRoutes = memo(function ScreenRoutes({ location, arrived }: { location: Location; arrived: boolean }) {
  const manifest = useManifest()
  const { pathname, search } = location
  const destination = useMemo(() => resolveAddress(manifest, pathname + search), [manifest, pathname, search])
  const { isKnown, route, entry } = destination
  return (
    <Routes location={location}>
      <Route
        path={isKnown ? route : '*'}
        caseSensitive
        element={entry ? <Page destination={destination} entry={entry} arrived={arrived} /> : <Crash />}
      />
    </Routes>
  )
})

/** Closes the overlays of a screen on any navigation away from it. `entry`: of the screen on display. */
function useCloseOverlaysOnLeave(entry: string): void {
  const { ui } = useClient()
  const last = useRef(entry)
  useLayoutEffect(() => {
    if (last.current !== entry) ui.closeOverlays()
    last.current = entry
  }, [entry, ui])
}

function skip(event: MouseEvent): void {
  // The fragment is the router's.
  event.preventDefault()
  const shown = [...document.querySelectorAll('main')].find(({ style }) => style.display !== 'none')
  shown?.focus()
}

/** The page that the location means; the same object while only layers over it open and close. */
function useRouteMatch(location: Location, manifest: Manifest): RouteMatch {
  const { pathname, search } = location
  const key = entryKeyOf(location)
  const { returnTo } = readState(location.state)
  return useMemo(() => {
    const { page, route, isKnown, isTab } = resolveAddress(manifest, pathname + search)
    const state = returnTo === undefined ? null : { returnTo }
    return { page, route, isTab, location: { pathname: isKnown ? route : pathname, search, hash: '', state, key } }
  }, [manifest, pathname, search, key, returnTo])
}

/** Tabs keep their state, one of each; another user or account starts with none. */
function useMountedTabs(match: RouteMatch): readonly RouteMatch[] {
  const { token, mode } = useSession()
  const owner = `${token ?? ''} ${mode}`
  const [mounted, setMounted] = useState<{ owner: string; tabs: readonly RouteMatch[] }>({ owner, tabs: [] })
  const ownTabs = mounted.owner === owner ? mounted.tabs : []
  const known = !match.isTab || ownTabs.some(({ page }) => page === match.page)
  const tabs = known ? ownTabs : [...ownTabs.filter(({ route }) => route !== match.route), match]
  if (mounted.owner !== owner || !known) setMounted({ owner, tabs })
  return tabs
}

import { Activity, memo, useEffect, useLayoutEffect, useMemo, useState, type MouseEvent } from 'react'
import { Route, Routes, type Location } from 'react-router-dom'
import type { Manifest } from '../../core/program.ts'
import { useLanguage } from '../../state/language.ts'
import { useSession } from '../../state/session.ts'
import { closeOverlays } from '../../state/ui.ts'
import { cx } from '../../widgets/lib/cx.ts'
import TabBar from '../../widgets/TabBar/TabBar.tsx'
import { entryKeyOf, readState } from '../navigator.ts'
import { routeOf, useRuntime } from '../runtime.ts'
import { useManifest } from '../useManifest.ts'
import { BusyBar } from './BusyBar.tsx'
import { Crash } from './Crash.tsx'
import { StatusBanners } from './StatusBanners.tsx'
import { Page } from './Page.tsx'
import css from './Shell.module.css'
import { Support } from './Support.tsx'
import { Update } from './Update.tsx'
import { useNavigation } from './useNavigation.ts'

interface RouteMatch {
  /** Route and query: the same page, however the address spells it. */
  page: string
  /** Route of the manifest; that of not-found where the address has none. */
  route: string
  tab: boolean
  /** As its page sees it: with the route as its path, where there is one, and the screen's entry as its key. */
  location: Location
}

/** The frame of every screen, and the routes of the manifest. */
export function Shell() {
  const { text: t, textOf } = useLanguage()
  const { config, navigator, prefetcher } = useRuntime()
  const manifest = useManifest()
  const match = useRouteMatch(useNavigation(navigator), manifest)
  const { route, tab: onTab, location } = match
  const { key } = location
  const tabs = useMountedTabs(match)
  // On the first page shown, the browser's own focus is right.
  const [first] = useState(key)
  const arrived = key !== first

  useEffect(() => prefetcher.setMounted(tabs.map(({ page }) => page)), [prefetcher, tabs])

  return (
    <div className={cx(css.shell, onTab && css.tabbed)}>
      <header>
        <a className={css.skip} href="#main" onClick={skip}>
          {t('shell.skip')}
        </a>
        <StatusBanners sandbox={config.sandbox} />
        <Update />
      </header>
      <BusyBar />
      <div className={css.pages}>
        {tabs.map((tab) => (
          <Activity key={tab.page} mode={tab.page === match.page ? 'visible' : 'hidden'}>
            <ScreenRoutes location={tab.page === match.page ? location : tab.location} arrived={arrived} />
          </Activity>
        ))}
        {!onTab && <ScreenRoutes key={key} location={location} arrived={arrived} />}
      </div>
      <CloseOverlaysOnLeave key={`${key} ${location.pathname}${location.search}`} />
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
      <Support />
    </div>
  )
}

/**
 * One mounted page at its own location, which a hidden tab keeps. `Routes` has the route of the manifest that the location
 * means, and not-found: it compiles and ranks its children at each match, and all of the manifest (73 routes) would take 26 to 54 ms
 * of the first frame at CPU ÷ 4.
 */
const ScreenRoutes = memo(function ScreenRoutes({ location, arrived }: { location: Location; arrived: boolean }) {
  const manifest = useManifest()
  const route = routeOf(manifest, location.pathname)
  const pageOf = (route: string) => {
    const entry = manifest.routes[route]
    return entry ? <Page route={route} entry={entry} tab={isTab(manifest, route)} arrived={arrived} /> : <Crash />
  }
  return (
    <Routes location={location}>
      {route !== null && <Route path={route} caseSensitive element={pageOf(route)} />}
      <Route path="*" element={pageOf(manifest.shell.notFound)} />
    </Routes>
  )
})

/** Closes the overlays of a screen on any navigation away from it: its key is that of the screen's entry. */
function CloseOverlaysOnLeave() {
  useLayoutEffect(() => closeOverlays, [])
  return null
}

function skip(event: MouseEvent): void {
  // The fragment is the router's.
  event.preventDefault()
  const shown = [...document.querySelectorAll('main')].find(({ style }) => style.display !== 'none')
  shown?.focus()
}

const isTab = (manifest: Manifest, route: string): boolean => manifest.shell.tabs.some((tab) => tab.route === route)

/** The page that the location means; the same object while only layers over it open and close. */
function useRouteMatch(location: Location, manifest: Manifest): RouteMatch {
  const { pathname, search } = location
  const key = entryKeyOf(location)
  const { returnTo } = readState(location.state)
  return useMemo(() => {
    const matched = routeOf(manifest, pathname)
    const route = matched ?? manifest.shell.notFound
    const state = returnTo === undefined ? null : { returnTo }
    return {
      page: route + search,
      route,
      tab: isTab(manifest, route),
      location: { pathname: matched ?? pathname, search, hash: '', state, key },
    }
  }, [manifest, pathname, search, key, returnTo])
}

/** Tabs keep their state, one of each; another user or account starts with none. */
function useMountedTabs(match: RouteMatch): readonly RouteMatch[] {
  const { token, mode } = useSession()
  const owner = `${token ?? ''} ${mode}`
  const [mounted, setMounted] = useState<{ owner: string; tabs: readonly RouteMatch[] }>({ owner, tabs: [] })
  const ownTabs = mounted.owner === owner ? mounted.tabs : []
  const known = !match.tab || ownTabs.some(({ page }) => page === match.page)
  const tabs = known ? ownTabs : [...ownTabs.filter(({ route }) => route !== match.route), match]
  if (mounted.owner !== owner || !known) setMounted({ owner, tabs })
  return tabs
}

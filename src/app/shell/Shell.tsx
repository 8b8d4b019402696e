import { Activity, Fragment, useEffect, useLayoutEffect, useState, type MouseEvent } from 'react'
import type { Manifest } from '../../core/program.ts'
import { useLanguage } from '../../state/language.ts'
import { useSession } from '../../state/session.ts'
import { closeCovers } from '../../state/ui.ts'
import { cx } from '../../widgets/cx.ts'
import TabBar from '../../widgets/TabBar/TabBar.tsx'
import { onwardOf } from '../navigator.ts'
import { beforeEntering, move, useLocation, type Location } from '../router.tsx'
import { addressNow, routeOf, useRuntime } from '../runtime.ts'
import { useManifest } from '../useManifest.ts'
import { BusyBar } from './BusyBar.tsx'
import { Crash } from './Crash.tsx'
import { Marks } from './Marks.tsx'
import { Page } from './Page.tsx'
import css from './Shell.module.css'
import { Support } from './Support.tsx'
import { Update } from './Update.tsx'

interface Here {
  /** Route and query: what the page is, however the address spells it. */
  page: string
  address: string
  route: string
  tab: boolean
  params: Readonly<Record<string, string>>
  onward: string | null
  /** The moment of the history. */
  moment: string
}

/** What stands around every screen, and which screen it is. */
export function Shell() {
  const { text: t, textOf } = useLanguage()
  const { config, navigator, foresight } = useRuntime()
  const manifest = useManifest()
  const location = useLocation()
  const here = hereOf(location, manifest)
  const tabs = useKeptTabs(here)
  // On the first page shown, the browser's own focus is right.
  const [first] = useState(location.key)
  const arrived = location.key !== first

  useLayoutEffect(() => {
    navigator.attach(move, location.note)
    // What lies over a screen goes with it, whichever way the reader goes: the browser's own too.
    return closeCovers
  }, [navigator, location])
  useEffect(() => beforeEntering(() => foresight.expect(addressNow())), [foresight])
  useEffect(() => foresight.keep(tabs.map(({ page }) => page)), [foresight, tabs])

  const pageOf = (place: Here, memory: string) => {
    const entry = manifest.routes[place.route]
    if (!entry) return <Crash />
    const { address, route, tab, params, onward } = place
    return <Page address={address} route={route} tab={tab} params={params} onward={onward} entry={entry} access={entry.access} memory={memory} arrived={arrived} />
  }

  return (
    <div className={cx(css.shell, here.tab && css.tabbed)}>
      <header>
        <a className={css.skip} href="#main" onClick={skip}>
          {t('shell.skip')}
        </a>
        <Marks sandbox={config.sandbox} />
        <Update />
      </header>
      <BusyBar />
      <div className={css.pages}>
        {tabs.map((tab) => (
          <Activity key={tab.page} mode={tab.page === here.page ? 'visible' : 'hidden'}>
            {pageOf(tab.page === here.page ? here : tab, tab.route)}
          </Activity>
        ))}
        {!here.tab && <Fragment key={here.moment}>{pageOf(here, here.moment)}</Fragment>}
      </div>
      {here.tab && (
        <TabBar
          label={t('shell.tabs')}
          selected={here.route}
          items={manifest.shell.tabs.map(({ route, label, icon }) => ({ route, label: textOf(label), icon }))}
          onTouch={(route) => foresight.expect(route)}
          onSelect={({ route }) => {
            if (route !== here.route) navigator.go(route, {}, 'relaunch')
          }}
        />
      )}
      <Support />
    </div>
  )
}

function skip(event: MouseEvent): void {
  // The fragment is the router's.
  event.preventDefault()
  const shown = [...document.querySelectorAll('main')].find(({ style }) => style.display !== 'none')
  shown?.focus()
}

function hereOf({ pathname, search, key, note }: Location, manifest: Manifest): Here {
  const route = routeOf(manifest, pathname) ?? manifest.shell.notFound
  const tab = manifest.shell.tabs.some((one) => one.route === route)
  return { page: route + search, address: pathname + search, route, tab, params: Object.fromEntries(new URLSearchParams(search)), onward: onwardOf(note), moment: key }
}

/** Tabs stay as the reader left them, one of each; another reader, or another account, begins with none. */
function useKeptTabs(here: Here): readonly Here[] {
  const { token, mode } = useSession()
  const owner = `${token ?? ''} ${mode}`
  const [kept, keep] = useState<{ owner: string; tabs: readonly Here[] }>({ owner, tabs: [] })
  const mine = kept.owner === owner ? kept.tabs : []
  const known = !here.tab || mine.some(({ page }) => page === here.page)
  const tabs = known ? mine : [...mine.filter(({ route }) => route !== here.route), here]
  if (kept.owner !== owner || !known) keep({ owner, tabs })
  return tabs
}

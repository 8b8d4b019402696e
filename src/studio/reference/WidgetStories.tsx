import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Story } from '../compiler/protocol.ts'
import { AloneFrame } from '../preview/AloneFrame.tsx'
import css from './ReferenceView.module.css'

/** The stories beside each widget: a file of its own, loaded when it is shown. */
const FILES = import.meta.glob<{ cases: Story[] }>('../../{widgets,product/widgets}/*/*.stories.json', {
  import: 'default',
})
const LIMIT = 8

async function storiesOf(widget: string): Promise<readonly Story[]> {
  const path = Object.keys(FILES).find((one) => one.endsWith(`/${widget}/${widget}.stories.json`))
  const file = path === undefined ? undefined : await FILES[path]?.()
  return (file?.cases ?? []).slice(0, LIMIT)
}

/** A widget in the app itself, in the cases of its stories. */
export function WidgetStories({ widget }: { widget: string }): ReactNode {
  const [loaded, setLoaded] = useState<{ widget: string; stories: readonly Story[] } | null>(null)
  useEffect(() => {
    let stopped = false
    void storiesOf(widget).then((stories) => {
      if (!stopped) setLoaded({ widget, stories })
    })
    return () => {
      stopped = true
    }
  }, [widget])
  const shown = useMemo(() => (loaded && loaded.stories.length > 0 ? loaded : null), [loaded])
  return (
    <aside className={css.stories} aria-label={`Picture of ${widget}`}>
      <h3>{widget}</h3>
      {shown && <AloneFrame alone={shown} title={`Stories of ${widget}`} />}
    </aside>
  )
}

import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { Story } from '../compiler/protocol.ts'
import { IsolatedPreview } from '../preview/IsolatedPreview.tsx'
import { storiesOf } from './stories.ts'
import css from './ReferenceView.module.css'

const LIMIT = 8

/** A widget in the app itself, in the cases of its stories. */
export function WidgetStories({ widget }: { widget: string }): ReactNode {
  const [loaded, setLoaded] = useState<{ widget: string; stories: readonly Story[] } | null>(null)
  useEffect(() => {
    let stopped = false
    void storiesOf(widget).then((stories) => {
      if (!stopped) setLoaded({ widget, stories: stories.slice(0, LIMIT) })
    })
    return () => {
      stopped = true
    }
  }, [widget])
  const shown = useMemo(() => (loaded && loaded.stories.length > 0 ? loaded : null), [loaded])
  return (
    <aside className={css.stories} aria-label={`Picture of ${widget}`}>
      <h3>{widget}</h3>
      {shown && <IsolatedPreview isolated={shown} title={`Stories of ${widget}`} />}
    </aside>
  )
}

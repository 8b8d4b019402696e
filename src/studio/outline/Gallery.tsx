import { useCallback, useEffect, useState, type ReactNode } from 'react'
import type { GalleryItem } from '../compiler/protocol.ts'
import { IsolatedPreview } from '../preview/IsolatedPreview.tsx'
import { storiesOf } from '../reference/stories.ts'
import css from './Palette.module.css'

/** A low window, in which the app takes more than the width of a phone: two columns of that width. */
const SIZE = { width: 800, height: 480 }

/** A widget or part of the palette. */
export interface Pictured {
  name: string
  title: string
  description: string
  isWidget: boolean
}

const markOf = ({ name, isWidget }: Pick<Pictured, 'name' | 'isWidget'>): string =>
  `${isWidget ? 'widget' : 'part'}:${name}`

interface Props<Choice extends Pictured> {
  choices: readonly Choice[]
  /** The one whose picture is scrolled into view. */
  pointed: Pick<Pictured, 'name' | 'isWidget'> | undefined
  onChoose: (choice: Choice) => void
}

/** All widgets and parts that are found, drawn by the app in one frame; a press on one chooses it. */
export function Gallery<Choice extends Pictured>({ choices, pointed, onChoose }: Props<Choice>): ReactNode {
  const [gallery, setGallery] = useState<{ items: readonly GalleryItem[] } | null>(null)
  useEffect(() => {
    let stopped = false
    void Promise.all(choices.map(itemOf)).then((items) => {
      // The same pictures are not drawn again.
      if (!stopped) setGallery((before) => (marksOf(before?.items) === marksOf(items) ? before : { items }))
    })
    return () => {
      stopped = true
    }
  }, [choices])
  const onPick = useCallback(
    (mark: string) => {
      const chosen = choices.find((choice) => markOf(choice) === mark)
      if (chosen) onChoose(chosen)
    },
    [choices, onChoose],
  )
  return (
    <div className={css.gallery}>
      {gallery && (
        <IsolatedPreview
          isolated={gallery}
          title="Pictures of what is found"
          size={SIZE}
          inView={pointed && markOf(pointed)}
          onPick={onPick}
        />
      )}
    </div>
  )
}

const marksOf = (items: readonly GalleryItem[] = []): string => items.map(({ mark }) => mark).join('\n')

async function itemOf(choice: Pictured): Promise<GalleryItem> {
  const { name, title, description: about, isWidget } = choice
  const [story] = isWidget ? await storiesOf(name) : []
  return {
    mark: markOf(choice),
    title,
    about,
    ...(isWidget ? { widget: name } : { part: name }),
    ...(story && { story }),
  }
}

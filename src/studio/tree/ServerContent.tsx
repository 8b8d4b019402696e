import { useEffect, useState, type ReactNode } from 'react'
import type { Entry } from '../compiler/protocol.ts'
import { useWorkspace } from '../model/context.tsx'
import { nameOf } from './search.ts'
import { publicData, searchServerContent, type ServerWords } from './serverContent.ts'
import css from './Tree.module.css'

const SHOWN = 60

/** Where words come from that no file has: the server's content, with the screens that show it. */
export function ServerContent({ query }: { query: string }): ReactNode {
  const workspace = useWorkspace()
  const [found, setFound] = useState<{ query: string; words: readonly ServerWords[] } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const { entries, files, published } = workspace.get()
    void searchServerContent(publicData(entries, files, published), query).then((words) => {
      if (isCurrent) setFound({ query, words })
    })
    return () => {
      isCurrent = false
    }
  }, [workspace, query])
  const words = found?.query === query ? found.words : []
  return (
    <div className={css.empty}>
      {words.length === 0 ? (
        <p>
          No file matches. Banners, notices, news, help and the names of markets are content of the server: those who
          run it change them.
        </p>
      ) : (
        <>
          <p>No file has these words. They are content of the server, and those who run it change them:</p>
          <ul>
            {words.map(({ asked, call, screens, words: text }) => (
              <li key={JSON.stringify(asked)}>
                “{text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text}” ({call.sentence}), shown on{' '}
                {screens.map((screen, index) => (
                  <span key={screen.file}>
                    {index > 0 && ', '}
                    <OpenScreen screen={screen} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function OpenScreen({ screen }: { screen: Entry }): ReactNode {
  const workspace = useWorkspace()
  return (
    <button type="button" className={css.link} onClick={() => workspace.openFile(screen.file)}>
      {nameOf(screen)}
    </button>
  )
}

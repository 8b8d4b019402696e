import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react'
import { createCompiler } from './compiler/client.ts'
import { Crash } from './Crash.tsx'
import css from './StudioLayout.module.css'
import { EditorPane } from './json/EditorPane.tsx'
import { codeView } from './json/codeView.ts'
import { DocumentBar } from './json/DocumentBar.tsx'
import { followAddress } from './model/address.ts'
import { useOtherAuthors } from './model/saving/useOtherAuthors.ts'
import { keepFocus } from './model/focus/keptFocus.ts'
import { keepHistory } from './model/saving/storedHistory.ts'
import { keepMerges } from './model/saving/storedMerges.ts'
import { useShortcuts } from './model/focus/useShortcuts.ts'
import { WorkspaceProvider } from './model/context.tsx'
import { useStore } from './model/store.ts'
import { setStudioLanguage, studioLanguage } from './model/studioLanguage.ts'
import { createWorkspace, describeError, type Workspace } from './model/workspace.ts'
import { Inspector } from './inspector/Inspector.tsx'
import { hasOutline, Outline } from './outline/Outline.tsx'
import { Preview } from './preview/Preview.tsx'
import { Problems } from './problems/Problems.tsx'
import { ConflictNotice } from './merge/ConflictNotice.tsx'
import { ChangesView } from './changes/ChangesView.tsx'
import { ReferenceView } from './reference/ReferenceView.tsx'
import { FormsView } from './forms/FormsView.tsx'
import { EditText } from './texts/EditText.tsx'
import { TextsView } from './texts/TextsView.tsx'
import { SkipLinks } from './SkipLinks.tsx'
import { StartPage } from './start/StartPage.tsx'
import { TopBar } from './TopBar.tsx'
import { Tree } from './tree/Tree.tsx'
import { HistoryDialog } from './changes/HistoryDialog.tsx'
import { NamesDialog } from './names/NamesDialog.tsx'
import { Message } from './Message.tsx'
import { ErrorText, Button } from './ui/ui.tsx'

const LAST_SET = 'placard.studio.changeSet'

/** The studio's page: catalogue, editor, inspector and preview over one workspace. */
export function StudioLayout({ author, onLeave }: { author: string; onLeave: () => void }): ReactNode {
  const workspace = useMemo(() => createWorkspace(author, createCompiler()), [author])
  const [error, setError] = useState('')
  const [ready, setReady] = useState(false)

  useEffect(() => {
    let isLeft = false
    workspace.load(sessionStorage.getItem(LAST_SET)).then(
      () => {
        if (isLeft) return
        stops.push(followAddress(workspace))
        setReady(true)
      },
      (failure: unknown) => setError(describeError(failure)),
    )
    const stops = [
      workspace.watch(() => {
        const { changeSet } = workspace.get()
        if (changeSet) sessionStorage.setItem(LAST_SET, changeSet.id)
      }),
      keepHistory(workspace),
      keepMerges(workspace),
    ]
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
  }, [workspace])

  if (error !== '')
    return (
      <main className={css.center}>
        <ErrorText>{error}</ErrorText>
        <Button onClick={onLeave}>Back to the login</Button>
      </main>
    )
  if (!ready)
    return (
      <main className={css.center} aria-busy="true">
        <p>Reading the catalogue …</p>
      </main>
    )
  return (
    <WorkspaceProvider value={workspace}>
      <Crash workspace={workspace}>
        <Layout workspace={workspace} onLeave={onLeave} />
      </Crash>
    </WorkspaceProvider>
  )
}

function Layout({ workspace, onLeave }: { workspace: Workspace; onLeave: () => void }): ReactNode {
  const view = useStore(workspace, (state) => state.view)
  const open = useStore(workspace, (state) => state.open)
  const reveal = useStore(workspace, (state) => state.reveal)
  const isCodeChosen = useStore(codeView, (state) => state.isShown)
  // A range to be shown is a range of the code.
  useEffect(() => {
    if (reveal) codeView.set({ isShown: true })
  }, [reveal])
  const isCodeShown = open !== null && (isCodeChosen || !hasOutline(open))
  useShortcuts(workspace)
  useEffect(keepFocus, [])
  useOtherAuthors(workspace)
  // The panes are drawn again in another language.
  const [language, setLanguage] = useState(studioLanguage)
  const isSwitching = useStore(workspace, (state) => state.isSwitching)
  return (
    <div className={css.desk} inert={isSwitching} aria-busy={isSwitching}>
      <SkipLinks />
      <div>
        <TopBar
          language={language}
          onLanguage={(next) => {
            setStudioLanguage(next)
            setLanguage(next)
          }}
          onLeave={onLeave}
        />
        <ConflictNotice />
      </div>
      <Fragment key={language}>
        {view === 'screens' && (
          <div className={css.columns} data-code={isCodeShown || undefined}>
            <aside className={css.side} aria-label="Catalogue and outline">
              <Tree />
              {isCodeShown && <Outline />}
            </aside>
            <main
              className={css.main}
              aria-label="Editor"
              data-region={isCodeShown ? 'the code' : open === null ? 'the first steps' : undefined}
            >
              <DocumentBar />
              {open === null ? <StartPage /> : isCodeShown ? <EditorPane /> : <Outline />}
              <Problems />
            </main>
            <aside className={css.inspector} aria-label="Properties" data-region="the properties" data-region-fields>
              <Inspector />
            </aside>
            <aside className={css.preview} aria-label="Preview" data-region="the preview">
              <Preview />
            </aside>
          </div>
        )}
        {view === 'forms' && <FormsView />}
        {view === 'texts' && <TextsView />}
        {view === 'reference' && <ReferenceView />}
        {view === 'changes' && <ChangesView />}
      </Fragment>
      <NamesDialog />
      <EditText />
      <HistoryDialog />
      <Message />
    </div>
  )
}

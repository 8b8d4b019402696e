import { useEffect, useState, type ReactNode } from 'react'
import { api } from '../api.ts'
import { useWorkspace, useWorkspaceState } from '../model/context.tsx'
import { moment } from '../model/moment.ts'
import { describeError } from '../model/workspace.ts'
import { Dialog, ErrorText, Hint } from '../ui/ui.tsx'
import css from './ChangesView.module.css'

type Rows = Awaited<ReturnType<typeof api.fileHistory>>['rows']

/** Who changed a file, when, in which change set, and with which note it was published. */
export function HistoryDialog(): ReactNode {
  const file = useWorkspaceState((state) => state.historyOf)
  return file === null ? null : <FileHistory key={file} file={file} />
}

function FileHistory({ file }: { file: string }): ReactNode {
  const workspace = useWorkspace()
  const [rows, setRows] = useState<Rows | null>(null)
  const [error, setError] = useState('')
  useEffect(() => {
    api.fileHistory(file).then(
      (history) => setRows(history.rows),
      (failure: unknown) => setError(describeError(failure)),
    )
  }, [file])
  return (
    <Dialog title={`Changes of ${file}`} wide onClose={() => workspace.set({ historyOf: null })}>
      {error !== '' && <ErrorText>{error}</ErrorText>}
      {rows?.length === 0 && <Hint>This file was never changed in the studio.</Hint>}
      {rows !== null && rows.length > 0 && (
        <table className={css.history}>
          <thead>
            <tr>
              <th>When</th>
              <th>Who</th>
              <th>Change set</th>
              <th>Note</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ author, time, changeSet, state, note }) => (
              <tr key={`${changeSet} ${time}`}>
                <td>{moment(time)}</td>
                <td>{author}</td>
                <td>
                  {changeSet}
                  {state === 'open' && ' (not published)'}
                </td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  )
}

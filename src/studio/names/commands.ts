import { describeError, type Workspace } from '../model/workspace.ts'

export type NameCommand = 'definition' | 'uses' | 'rename'

type Run = (workspace: Workspace, file: string, offset: number) => Promise<void>

const NOTHING = 'Put the cursor on the name of a text, part, state, query, parameter, call, form or route.'

/** Finds the symbol at the position, and continues with it. */
const withSymbol =
  (purpose: 'uses' | 'rename'): Run =>
  async (workspace, file, offset) => {
    try {
      const symbol = await workspace.compiler.symbolAt(file, offset)
      if (symbol) workspace.set({ named: { symbol, purpose } })
      else workspace.notify(NOTHING)
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  }

/** The commands for the name at a position of a file. */
export const nameCommands: Readonly<Record<NameCommand, Run>> = {
  uses: withSymbol('uses'),
  rename: withSymbol('rename'),
  async definition(workspace, file, offset) {
    try {
      const symbol = await workspace.compiler.symbolAt(file, offset)
      const [first] = symbol ? await workspace.compiler.uses(symbol) : []
      if (first?.declares) workspace.openRange(first.file, first.start, first.end)
      else workspace.notify(symbol ? `Nothing declares "${symbol.name}".` : NOTHING)
    } catch (error) {
      workspace.notify(describeError(error), 'error')
    }
  },
}

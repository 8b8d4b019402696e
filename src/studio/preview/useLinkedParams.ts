import { useEffect, useState } from 'react'
import type { CompilerClient } from '../compiler/client.ts'
import type { AnswerChoice } from '../compiler/protocol.ts'
import type { Json } from '../../engine/language/expressions/program.ts'
import { useWorkspace } from '../model/context.tsx'
import type { Params } from './exampleParams.ts'
import { dataFor } from './replies.ts'

/** Replies to the calls of the screens that link to another one. */
const choiceOf = (user: string, isLive: boolean): AnswerChoice => ({
  screen: null,
  fixture: '',
  data: isLive ? 'live' : 'typical',
  queries: {},
  user,
})

const NONE: Params = {}

/** The required parameters of a screen as a link to it passes them, for a user of the preview. Null until they are known. */
export function useLinkedParams(file: string | undefined, user: string, isLive: boolean): Params | null {
  const { compiler } = useWorkspace()
  const wanted = file === undefined ? '' : [file, user, isLive].join(' ')
  const [found, setFound] = useState({ wanted: '', params: NONE })
  useEffect(() => {
    if (file === undefined) return undefined
    let isLeft = false
    const finish = (params: Params): void => {
      if (!isLeft) setFound({ wanted, params })
    }
    // Without them samples are taken.
    linkedParams(compiler, file, choiceOf(user, isLive)).then(finish, () => finish({}))
    return () => {
      isLeft = true
    }
  }, [compiler, file, user, isLive, wanted])
  if (file === undefined) return NONE
  return found.wanted === wanted ? found.params : null
}

/** Asks for the replies on which the links depend, one after another. */
export async function linkedParams(
  compiler: Pick<CompilerClient, 'linkExample' | 'answer'>,
  file: string,
  choice: AnswerChoice,
): Promise<Params> {
  const replies: Record<string, Json> = {}
  for (;;) {
    const example = await compiler.linkExample(file, choice.user, replies)
    if (!example) return {}
    if ('params' in example) return example.params
    replies[example.reply] = await dataFor(compiler, example, choice).catch(() => null)
  }
}

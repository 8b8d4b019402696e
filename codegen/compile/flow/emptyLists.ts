import type { Screen } from '../../../src/core/program.ts'
import type { Contract } from '../contract.ts'
import { operationsOf, walkScreen } from './walk.ts'
import type { FlowReporter } from './flowReporter.ts'
import emptyRegion from '../../check/rules/empty-region.ts'

/** A paged list needs an empty state: "emptyWhen" of its region, or a node whose condition reads the list. */
export function checkEmptyLists(screen: Screen, file: string, contract: Contract, reporter: FlowReporter): void {
  const grows = new Set<string>()
  const asked = new Set<string>()
  walkScreen(screen, {
    actions: contract.actions,
    node({ when }) {
      for (const operation of operationsOf(when ?? null)) asked.add(JSON.stringify(operation))
    },
    step({ do: name, args }) {
      const argument = Object.entries(contract.actions.get(name)?.args.properties ?? {}).find(([, schema]) => schema['x-region'] === 'paged')?.[0]
      if (argument !== undefined) grows.add(String(args?.[argument]))
    },
  })
  for (const [name, region] of Object.entries(screen.data)) {
    const items = contract.calls.get(region.call)?.paging?.items
    if (!grows.has(name) || items === undefined || region.emptyWhen !== undefined || asked.has(JSON.stringify(['.', ['@', 'data', name], items]))) continue
    reporter.report(emptyRegion, file, `data/${name}`, `When "${name}" has no ${items}, the reader sees nothing at all.`, `Add "emptyWhen": "=size(${name}.${items}) == 0".`, true)
  }
}

import { CompiledQuery, type Kysely, type RootOperationNode, type QueryId } from 'kysely'

/** The plans of the reads that `work` executes on its SQLite database, one text for each. */
export async function queryPlans<Tables>(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const nodes: [RootOperationNode, QueryId][] = []
  const observed = db.withPlugin({
    transformQuery({ node, queryId }) {
      nodes.push([node, queryId])
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
  await work(observed)
  const plans: string[] = []
  for (const [node, queryId] of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
    )
    plans.push(rows.map(({ detail }) => detail).join('\n'))
  }
  return plans
}

import { Throttle } from '../language/throttle.ts'
import { evaluate, Scope } from '../language/expressions/evaluate.ts'
import { claimOf } from '../language/refusalClaims.ts'
import type { Step } from '../language/expressions/program.ts'
import { get } from '../state/store.ts'
import type { Run, View } from './host.ts'
import { latestOf } from './screenInstance.ts'

/** The result of an event, for its widget: `failure` is the value of the last `onError` branch, if one was taken. */
export interface StepsResult {
  ok: boolean
  failure?: unknown
}

/**
 * Runs steps in order. False when the user declined, or when the session has ended or the account was switched other than by a step: the
 * remaining steps are skipped. `restart`: all steps must run again. `onFailure` is called for each `onError` branch. Throws the error of a
 * step.
 */
export async function runSteps(
  steps: readonly Step[],
  scope: Scope | null,
  view: View,
  run: Run,
  onFailure?: (failure: unknown) => void,
): Promise<boolean | 'restart'> {
  for (const step of steps) {
    if (run.session !== get(view.host.client.session.key)) return false
    const action = Object.hasOwn(view.host.actions, step.action) ? view.host.actions[step.action] : undefined
    if (!action) throw new Error(`There is no action ${step.action}.`)
    const args: Record<string, unknown> = { ...step.args, ...step.slots }
    for (const [name, expr] of Object.entries(step.exprs ?? {}))
      args[name] = evaluate(expr, scope, latestOf(view.screen).env)
    const { requests } = latestOf(view.screen)
    if (action.defersQueries) requests.hold()
    else requests.flush()
    const { branch, value, stop, restart } = await action.run(args, view.host.createActionContext(view, scope, run))
    if (restart) return 'restart'
    if (stop) return false
    if (branch === undefined) continue
    if (branch === 'onError') onFailure?.(value)
    const name = step.as?.[branch]
    const inner = name === undefined ? scope : new Scope(name, value ?? null, scope)
    const result = await runSteps(step.branches?.[branch] ?? [], inner, view, run, onFailure)
    if (result !== true) return result
  }
  return true
}

/** As runSteps, but errors are shown to the user and reported. Never rejects. */
export async function runStepsReporting(
  steps: readonly Step[],
  scope: Scope | null,
  view: View,
  at: string,
  detail?: unknown,
): Promise<StepsResult> {
  const result: StepsResult = { ok: true }
  const run: Run = {
    session: get(view.host.client.session.key),
    place: view.host.place?.() ?? null,
    claims: claimOf(detail),
    detail: typeof detail === 'object' && detail !== null ? detail : undefined,
  }
  try {
    const runAll = () => runSteps(steps, scope, view, run, (failure) => Object.assign(result, { ok: false, failure }))
    let finished = await runAll()
    while (finished === 'restart') {
      Object.assign(result, { ok: true, failure: undefined })
      finished = await runAll()
    }
    result.ok &&= finished
  } catch (error) {
    result.ok = false
    view.host.report(error, at)
    try {
      view.host
        .createActionContext(view, scope, run)
        .toast(view.host.client.language.translate('ui.failed'), { tone: 'error' })
    } catch (second) {
      view.host.report(second, at)
    }
  } finally {
    latestOf(view.screen).requests.flush()
  }
  return result
}

/** Events that carry the user's choice: the last value is used, at any rate of events. */
const VALUE_EVENTS = new Set(['change', 'toggle'])
/** Events that a widget sends some time after the press; the widget throttles its presses itself. */
const THROTTLED_EVENTS = new Set(['submit'])

/**
 * One event of one node on screen. One run at a time; a press during a run, or within 500 ms of the last, is dropped.
 * A value is never dropped: the latest waits for the current run to end.
 */
export class Handler {
  private running: Promise<StepsResult> | null = null
  private readonly throttle = new Throttle()
  private waiting: { detail: unknown } | null = null

  constructor(
    private readonly event: string,
    private readonly steps: readonly Step[],
    private readonly at: string,
    private readonly context: { scope: Scope | null; view: View },
  ) {}

  readonly call = (detail?: unknown): Promise<StepsResult> => {
    if (VALUE_EVENTS.has(this.event)) {
      if (!this.running) return this.start(detail)
      this.waiting = { detail }
      return this.running
    }
    if (this.running) return this.running
    if (!THROTTLED_EVENTS.has(this.event) && !this.throttle.isOpen()) return Promise.resolve({ ok: false })
    return this.start(detail)
  }

  private start(detail: unknown): Promise<StepsResult> {
    this.throttle.start()
    this.running = this.run(detail).finally(() => (this.running = null))
    return this.running
  }

  private async run(first: unknown): Promise<StepsResult> {
    let result: StepsResult = { ok: true }
    for (let next: { detail: unknown } | null = { detail: first }; next; next = this.waiting) {
      this.waiting = null
      const { scope, view } = this.context
      // The detail comes from our own widget; steps only read it.
      const detail: unknown = next.detail ?? null
      result = await runStepsReporting(
        this.steps,
        new Scope('form', detail, new Scope('event', detail, scope)),
        view,
        `${this.at}/on/${this.event}`,
        detail,
      )
    }
    return result
  }
}

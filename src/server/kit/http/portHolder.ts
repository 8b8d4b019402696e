import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'

/** The program that listens on a port of this machine, such as "node server.js (process 123)"; undefined where the system does not show it. Only Linux does without another program. */
export function portHolder(port: number): string | undefined {
  try {
    const sockets = ['tcp', 'tcp6'].flatMap((table) => listeningSockets(`/proc/net/${table}`, port))
    const pid = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .find((name) => socketsOf(name).some((socket) => sockets.includes(socket)))
    if (pid === undefined) return undefined
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return `${command} (process ${pid})`
  } catch {
    return undefined
  }
}

/** Numbers of the sockets that listen on the port, from a table of the system. */
function listeningSockets(table: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return readFileSync(table, 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(suffix) && state === LISTENING)
    .flatMap((columns) => columns[9] ?? [])
}

/** Numbers of the sockets of a process; none of a process of another user. */
function socketsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      const target = readlinkSync(`/proc/${pid}/fd/${name}`)
      return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []
    })
  } catch {
    return []
  }
}

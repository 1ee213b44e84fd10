import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { decodeFaithfully } from '../../../protocol/encoding/utf8.ts'
import { type ShowCertificate, selectCertificate } from '../../wire/server/select-certificate.ts'
import type { ServerEncryption } from '../../wire/server/server.ts'
import { answerThroughTape, isPlayedBack, keepShow, startAfterTape, takeFromTape } from './tape.ts'

/** Where a target reaches Assay. */
export interface ServedPlace {
  readonly host: string
  readonly port: number
  readonly publicUrl?: string
  readonly tls?: ServerEncryption
  /** Certificates that no caller may accept, where that of `tls` was made here. */
  readonly faulty?: Readonly<Record<CertificateFault, string>>
}

interface Served {
  readonly handle: (request: HttpRequest) => Promise<HttpResponse>
}

/** What is served, and what is done meanwhile. */
interface Serving<S, T> {
  /** What it is called. */
  readonly what: string
  /** Creates it for an address. */
  readonly create: (base: string) => S
  readonly run: (served: S, show?: ShowCertificate) => Promise<T>
}

/**
 * Serves something that a target calls while a test runs. Where a test is played back, nothing listens; where it goes on from
 * where it was interrupted, it is served again at the same address.
 */
export async function servePlace<S extends Served, T>(place: ServedPlace, serving: Serving<S, T>): Promise<T> {
  const { what, run } = serving
  const address = `the address of ${what}`
  const create = (base: string): S => {
    const served = serving.create(base)
    return { ...served, handle: answerThroughTape(served.handle) }
  }
  if (isPlayedBack()) return playBack(place, create, await takeFromTape(address, async () => ''), run)
  const made: { served?: S } = {}
  const server = await listen(place, (base) => {
    made.served = create(base)
    return made.served
  })
  try {
    await takeFromTape(address, async () => place.publicUrl ?? server.url)
    return await run(made.served ?? create(server.url), await keepShow(server.show))
  } finally {
    await server.close()
  }
}

type Server = Awaited<ReturnType<typeof listen>>

async function playBack<S extends Served, T>(
  place: ServedPlace,
  create: (base: string) => S,
  base: string,
  run: Serving<S, T>['run'],
): Promise<T> {
  const served = create(base)
  const later: { server?: Server; fault?: CertificateFault | undefined } = {}
  startAfterTape(async () => {
    later.server = await listen({ ...place, port: place.port || Number(new URL(base).port) }, () => served)
    if (later.fault) later.server.show?.(later.fault)
  })
  const show = await keepShow((fault) => {
    later.fault = fault
    later.server?.show?.(fault)
  })
  try {
    return await run(served, show)
  } finally {
    await later.server?.close()
  }
}

async function listen({ host, port, publicUrl, tls, faulty }: ServedPlace, begin: (base: string) => Served) {
  const { serve } = await import('../../wire/server/server.ts')
  const server = await serve(
    (url) => {
      const base = publicUrl ?? url
      const { handle } = begin(base)
      return async (request) => {
        const body = decodeFaithfully(new Uint8Array(await request.arrayBuffer()))
        const own = tls ? request.url : request.url.replace(/^https?:/, new URL(base).protocol)
        const call = { method: request.method, url: own, headers: Object.fromEntries(request.headers), body }
        return toResponse(await handle(call))
      }
    },
    {
      ...{ host, port, takesPlain: true, hosts: publicUrl === undefined ? [] : [new URL(publicUrl).hostname] },
      ...(tls && { tls }),
    },
  )
  const show = tls && faulty && selectCertificate(server.showCertificate, tls, faulty)
  return { url: server.url, close: server.close, show }
}

function toResponse({ status, headers, body, octets }: HttpResponse): Response {
  const content = octets === undefined ? body : Buffer.from(octets, 'base64')
  return new Response(status === 204 ? null : content, { status, headers })
}

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { onTestFinished } from 'vitest'

/** Lets a server listen until its test is over, and tells its port. */
export async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server)
}

const portOf = (server: Server): number => {
  // A TCP server that listens has an address of this form.
  const { port } = server.address() as AddressInfo
  return port
}

/** A web server; its base URL. */
export const serving = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listening(createServer(answer))}`

/** A server that talks to each connection itself, once something was asked; its base URL. */
export const talking = async (talk: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listening(createRawServer((socket) => socket.once('data', () => talk(socket))))}`

/** A server behind TLS that answers every request with `fine`; its base URL. */
export const servingTls = async (options: TlsOptions, host = 'localhost'): Promise<string> => {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => socket.destroy())
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine'))
  })
  server.on('tlsClientError', (_, socket) => socket.destroy())
  return `https://${host}:${await listening(server)}`
}

/** A URL at which nothing listens: a port that was just given back. */
export async function deadUrl(): Promise<string> {
  const server = createRawServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

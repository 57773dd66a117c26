import { createSign, generateKeyPairSync } from 'node:crypto'

/**
 * A key and a self-signed certificate for 127.0.0.1, valid until this time (`YYYYMMDDhhmmssZ`), made here so that the
 * repository holds no private key.
 */
export function certificateFor(validTo: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = der(0x30, der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from('127.0.0.1')))
  const name = der(0x30, der(0x31, commonName))
  const validity = der(0x30, der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from(validTo)))
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const body = der(0x30, version, der(0x02, Buffer.from([1])), ecdsaWithSha256, name, validity, name, spki)
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = der(0x30, body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, cert }
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(head), content])
}

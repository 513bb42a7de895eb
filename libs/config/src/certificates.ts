import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { variable, type Variable } from './variable-definition';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a file (PEM), or nothing; the value is their text. */
export function certificateFile(options: { doc: string }): Variable<string | undefined> {
  return variable<string | undefined>({
    doc: options.doc,
    expected: 'the name of a readable file with certificates in PEM',
    fallback: undefined,
    parse: readCertificates,
  });
}

function readCertificates(name: string): string | undefined {
  try {
    const certificates = readFileSync(name, 'utf8').match(CERTIFICATE) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
    return certificates.length > 0 ? certificates.join('\n') : undefined;
  } catch {
    return undefined;
  }
}

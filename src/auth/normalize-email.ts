/** One spelling of an address, so that nobody has two accounts by accident. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}

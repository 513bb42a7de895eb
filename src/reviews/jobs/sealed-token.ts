import { type SecretBox } from '@tributary/common';

/** Seals the access token of a job so that it opens for that job only. */
export function sealToken(box: SecretBox, jobId: string, accessToken: string): string {
  return box.seal(accessToken, boundTo(jobId));
}

/** Opens the access token of a job. */
export function openToken(box: SecretBox, jobId: string, sealed: string): string {
  return box.open(sealed, boundTo(jobId));
}

function boundTo(jobId: string): string {
  return `review-job:${jobId}`;
}

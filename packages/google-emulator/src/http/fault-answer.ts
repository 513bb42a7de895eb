import { type FaultEffect } from '../control/fault-definition';
import { jsonAnswer, pageAnswer, type Answer } from './answer';
import { type Disturbance } from './delivery';
import { toJsonText } from './json-text';
import { type Work } from './work';

/** The real answer to a request, or what a fault puts in its place. */
export function replacedAnswer(
  work: Work,
  fault: FaultEffect | undefined,
): Answer | Promise<Answer> {
  switch (fault?.kind) {
    case 'status': {
      const answer = work.replaced(fault);
      if (fault.retryAfter === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'Retry-After': String(fault.retryAfter) } };
    }
    case 'expired-token':
      return work.replaced({ status: 401 });
    case 'html-502':
      return pageAnswer(502);
    case 'html-429':
      return pageAnswer('abuse');
    case 'wrong-json':
      return jsonAnswer(work.api, 200, [fault.text ?? toJsonText(fault.value ?? {}, true)]);
    default:
      return work.answer();
  }
}

/** What a fault does to an answer on its way. */
export function disturbanceOf(fault: FaultEffect | undefined): Disturbance {
  switch (fault?.kind) {
    case 'slow-headers':
      return { headersDelayMs: fault.ms };
    case 'slow-body':
      return { bodyDelayMs: fault.ms };
    case 'cut-body':
      return { cut: fault };
    default:
      return {};
  }
}

import {
  createParamDecorator,
  type CustomDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { type UserRole } from '@tributary/contracts';

/** Who may call a route. Without a decorator it is any signed-in user. */
export type Access = 'public' | 'user' | 'admin' | 'internal';

/** The metadata key under which a route or controller carries its {@link Access}. */
export const ACCESS = 'tributary:access';

/** Makes a route public. */
export const Public = (): CustomDecorator => SetMetadata(ACCESS, 'public' satisfies Access);

/** Restricts a route to admins. */
export const AdminOnly = (): CustomDecorator => SetMetadata(ACCESS, 'admin' satisfies Access);

/** Restricts a route to holders of the internal API key; no access token is accepted. */
export const InternalOnly = (): CustomDecorator => SetMetadata(ACCESS, 'internal' satisfies Access);

/** The caller, as identified by the access token. */
export interface Principal {
  id: string;
  email: string | undefined;
  role: UserRole;
}

/** A request after the guard let it in. */
export interface AuthenticatedRequest {
  principal?: Principal;
  /** When the access token expires, in milliseconds since 1970. */
  tokenExpiresAt?: number;
}

/** Injects the caller into a controller method; the tenant of every query comes from here. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Principal => {
    const { principal } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!principal) throw new Error('CurrentUser was used on a route without a signed-in user');
    return principal;
  },
);

/** Injects when the caller's access token expires: a response that takes longer ends then. */
export const TokenExpiry = createParamDecorator((_: unknown, context: ExecutionContext): Date => {
  const { tokenExpiresAt } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (tokenExpiresAt === undefined) throw new Error('TokenExpiry was used on a route without one');
  return new Date(tokenExpiresAt);
});

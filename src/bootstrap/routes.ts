import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  METHOD_METADATA,
  MODULE_PATH,
  PATH_METADATA,
} from '@nestjs/common/constants';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { type Access, ACCESS } from '@tributary/common';

/** One route as a caller sees it, and who may call it. */
export interface DeclaredRoute {
  method: string;
  path: string;
  access: Access;
  /** Guards of its own, beside the global ones. */
  guards: string[];
}

/** Every route of an application, read from the decorators of its controllers. */
export function listRoutes(app: INestApplication): DeclaredRoute[] {
  const modules = app.get(ModulesContainer);
  const routes = [...modules.values()].flatMap((module) => {
    const prefix = (Reflect.getMetadata(MODULE_PATH + modules.applicationId, module.metatype) ??
      '') as string;
    return [...module.controllers.values()].flatMap(({ metatype }) =>
      routesOf(metatype as Type<object>, prefix),
    );
  });
  return routes.sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

function routesOf(controller: Type<object>, prefix: string): DeclaredRoute[] {
  const prototype = controller.prototype as Record<string, object>;
  const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name];
    const path = handler && (Reflect.getMetadata(PATH_METADATA, handler) as string | undefined);
    if (handler === undefined || path === undefined) return [];
    return [
      {
        method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number] ?? 'ALL',
        path: `/${prefix}/${base}/${path}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1'),
        access: metadata<Access>(ACCESS, handler, controller) ?? 'user',
        guards: [controller, handler].flatMap((target) =>
          ((Reflect.getMetadata(GUARDS_METADATA, target) ?? []) as Type[]).map(
            (guard) => guard.name,
          ),
        ),
      },
    ];
  });
}

function metadata<T>(key: string, handler: object, controller: object): T | undefined {
  return (Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller)) as
    | T
    | undefined;
}

function keyOf({ method, path }: DeclaredRoute): string {
  return `${path} ${method}`;
}

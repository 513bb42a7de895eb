import { type INestApplication, type Type } from '@nestjs/common';
import { DocumentBuilder, getSchemaPath, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { type Access, ErrorDto, ValidationErrorDto } from '@tributary/common';
import { listRoutes } from './routes';

const BEARER = 'access_token';
const API_KEY = 'api_key';

const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  user: [{ [BEARER]: [] }],
  admin: [{ [BEARER]: [] }],
  internal: [{ [API_KEY]: [] }],
};

/** A response as the document describes it; the package does not export its type. */
type Answer = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string];

/** The OpenAPI document; who may call a route is read from the route itself. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(
    app,
    new DocumentBuilder()
      .setTitle('Tributary')
      .setDescription(
        'Collects business data and serves it as live analytics. Sign in at `POST /api/v1/auth/login`, then give the `access_token` to Authorize.',
      )
      .setVersion('1')
      .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, BEARER)
      .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, API_KEY)
      .build(),
    { extraModels: [ErrorDto, ValidationErrorDto] },
  );
  for (const { method, path, access } of listRoutes(app)) {
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[template]?.[method.toLowerCase() as 'get'];
    if (!operation) continue;
    operation.security = SECURITY[access];
    const takesInput = operation.requestBody !== undefined || operation.parameters?.length !== 0;
    operation.responses = {
      ...operation.responses,
      ...(takesInput ? { 422: answer('Some fields are not valid.', ValidationErrorDto) } : {}),
      default: answer('Any other failure.', ErrorDto),
    };
  }
  return document;
}

function answer(description: string, type: Type): Answer {
  return {
    description,
    content: { 'application/json': { schema: { $ref: getSchemaPath(type) } } },
  };
}

/** Serves Swagger UI at /docs and the document at /openapi.json. */
export function serveOpenApi(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    yamlDocumentUrl: 'openapi.yaml',
    customSiteTitle: 'Tributary API',
    swaggerOptions: { persistAuthorization: true },
  });
}

"""The JSON schema of a run, generated from the dataclasses that it is written from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from verify.render.run_json import SCHEMA
from verify.statements.outcomes import (
    ClaimResult,
    MutantResult,
    Outcome,
    Recorded,
    StatementResult,
    StepResult,
)

KINDS = (StatementResult, ClaimResult, Recorded, StepResult, MutantResult, Outcome)
PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}
# What is written beside the fields of a dataclass, or otherwise than they are.
BESIDE: Mapping[type, Mapping[str, Any]] = {
    StatementResult: {
        "claim": ClaimResult | None,
        "recorded": Recorded | None,
        "rests_on_steps": dict[str, tuple[str, ...]],
    },
    ClaimResult: {"theorem": str | None, "contradiction": str, "latex": str},
    StepResult: {"contradiction": str, "footing": dict[str, Any]},
}


def run_schema() -> dict[str, Any]:
    """Return the schema of what `verify run --json` writes, in JSON Schema 2020-12."""
    written = {
        "schema": {"const": SCHEMA},
        "digest": _type(str),
        "complete": _type(bool),
        "environment": _type(dict[str, Any]),
        "statements": _type(tuple[StatementResult, ...]),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        **_object(written, list(written)),
        "$defs": {kind.__name__: _dataclass(kind) for kind in KINDS},
    }


def _dataclass(kind: Any) -> dict[str, Any]:
    """Return the schema of a dataclass; a field with a default may be left out."""
    hints = {**get_type_hints(kind), **BESIDE.get(kind, {})}
    own = fields(kind)
    names = dict.fromkeys([*(each.name for each in own), *BESIDE.get(kind, {})])
    required = [
        each.name for each in own if each.default is MISSING and each.default_factory is MISSING
    ]
    return _object({name: _type(hints[name]) for name in names}, required)


def _object(properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": required,
        "additionalProperties": False,
    }


def _type(hint: Any) -> dict[str, Any]:
    """Return the schema of values of a type."""
    kind, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return {}
    if hint in PLAIN:
        return {"type": PLAIN[hint]}
    if is_dataclass(hint) and isinstance(hint, type):
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if kind is Literal:
        return {"enum": list(parts)}
    if kind in (Union, UnionType):
        return {"anyOf": [_type(part) for part in parts]}
    if kind is tuple:
        return {"type": "array", "items": _type(parts[0])}
    if kind in (dict, Mapping):
        return {"type": "object", "additionalProperties": _type(parts[1])}
    raise TypeError(f"{hint!r} has no JSON schema")

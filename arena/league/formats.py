"""Files that rows are written to, as they come: CSV, NDJSON, Parquet."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from io import TextIOWrapper
from itertools import islice
from typing import BinaryIO

from arena.errors import UsageError
from arena.league.columns import Column, Kind
from arena.league.tables import Row, Value

_BATCH = 10_000
"""Rows that Parquet compresses together."""


class Format(Enum):
    """The formats; the value is what a file's name ends with."""

    CSV = "csv"
    NDJSON = "ndjson"
    PARQUET = "parquet"


def write_csv(rows: Iterable[Row], columns: Sequence[Column], file: BinaryIO) -> None:
    """RFC 4180 in UTF-8, with a head; nothing is an empty cell, lists are joined with `|`."""
    text = TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow([column.name for column in columns])
    for row in rows:
        writer.writerow([_cell(row[column.name]) for column in columns])
    text.detach()  # Who opened the file closes it.


def write_ndjson(rows: Iterable[Row], columns: Sequence[Column], file: BinaryIO) -> None:
    """A JSON object a line, with all columns; nothing is null."""
    for row in rows:
        values = {column.name: row[column.name] for column in columns}
        file.write(json.dumps(values, ensure_ascii=False).encode() + b"\n")


def write_parquet(rows: Iterable[Row], columns: Sequence[Column], file: BinaryIO) -> None:
    """Raises UsageError if pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        raise UsageError(
            "Parquet is written by pyarrow, which is not installed:"
            " pip install 'mus-arena[export]', or choose csv or ndjson"
        ) from None
    kinds: Mapping[Kind, pa.DataType] = {
        Kind.WHOLE: pa.int64(),
        Kind.TEXT: pa.string(),
        Kind.WHOLES: pa.list_(pa.int64()),
        Kind.TEXTS: pa.list_(pa.string()),
    }
    schema = pa.schema(
        [pa.field(c.name, kinds[c.kind], metadata={"about": c.about}) for c in columns]
    )
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        some = iter(rows)
        while batch := list(islice(some, _BATCH)):
            writer.write_table(pa.Table.from_pylist(batch, schema=schema))


def _cell(value: Value) -> int | str:
    if value is None:
        return ""
    return "|".join(map(str, value)) if isinstance(value, list) else value


WRITERS = {
    Format.CSV: write_csv,
    Format.NDJSON: write_ndjson,
    Format.PARQUET: write_parquet,
}

(* Tokens at e_1 and -e_1 of the plane with the operator diag(1, -1): an equilibrium of the Oja map that is
   stable, although it is bipartite and polygonal. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words TotalLayers Complete OjaEnergy OjaMap OjaLines OjaPair Worlds.
Open Scope R_scope.

Definition plane := euclidean 1.
Definition mirror (x : plane) : plane := (fst x, -1 * snd x).
Definition along : plane := (1, 0).
Definition two := true :: false :: nil.
Definition side (b : bool) := if b then 1 else -1.
Definition opposite b : plane := vscale (side b) along.
Definition px (x : plane) : R := fst x.
Definition py (x : plane) : R := snd x.
Lemma inner_plane (x y : plane) : inner x y = px x * px y + py x * py y.
Proof. destruct x as [a b], y as [c d]. reflexivity. Qed.
Lemma px_mirror x : px (mirror x) = px x. Proof. reflexivity. Qed.
Lemma py_mirror x : py (mirror x) = -1 * py x. Proof. reflexivity. Qed.
Lemma px_along : px along = 1. Proof. reflexivity. Qed.
Lemma py_along : py along = 0. Proof. reflexivity. Qed.
Lemma mirror_symmetric : adjoint mirror mirror.
Proof. intros x y. rewrite !inner_plane, !px_mirror, !py_mirror. ring. Qed.
Lemma mirror_norm a : inner (mirror a) (mirror a) <= 1 ^ 2 * inner a a.
Proof. rewrite !inner_plane, px_mirror, py_mirror. right. ring. Qed.
Lemma mirror_nonsingular z : mirror z = vzero -> z = vzero.
Proof.
  intro H. apply inner_definite. assert (N := f_equal (fun a => inner a a) H). cbv beta in N.
  rewrite inner_zero_l, inner_plane, px_mirror, py_mirror in N. rewrite inner_plane. lra.
Qed.
Lemma along_unit : inner along along = 1. Proof. rewrite inner_plane, px_along, py_along. ring. Qed.
Lemma along_eigen : mirror along = vscale 1 along.
Proof.
  apply inner_ext. intro z. rewrite inner_scale_l, !inner_plane, px_mirror, py_mirror, px_along, py_along. ring.
Qed.
Lemma across_mirror z : inner z along = 0 -> inner (mirror z) z <= - (1) * inner z z.
Proof.
  rewrite !inner_plane, px_mirror, py_mirror, px_along, py_along. intro H.
  replace (px z) with 0 by lra. right. ring.
Qed.
Lemma side_square b : side b ^ 2 = 1. Proof. destruct b; simpl; ring. Qed.
Lemma side_sum : total two side = 0. Proof. simpl. ring. Qed.
Lemma two_size : size two = 2. Proof. unfold size. simpl. ring. Qed.
(* The operator is nonsingular, and its first eigenvalue is simple and positive. *)
Lemma mirror_assumed : (exists v : plane, inner v v = 1 /\ exists lam nu, mirror v = vscale lam v /\ 0 < lam /\
  nu < lam /\ forall z, inner z v = 0 -> inner (mirror z) z <= nu * inner z z) /\
  (forall z, mirror z = vzero -> z = vzero) /\
  (forall a, inner (mirror a) (mirror a) <= 1 ^ 2 * inner a a) /\ / 4 * 1 < 1.
Proof.
  split; [|split; [exact mirror_nonsingular | split; [exact mirror_norm | lra]]].
  exists along. split; [exact along_unit|]. exists 1, (- (1)).
  split; [exact along_eigen|]. split; [lra|]. split; [lra|]. exact across_mirror.
Qed.
Theorem opposite_stable : layers_stable printed_kind (printed_step two mirror (/ 4)) opposite.
Proof.
  assert (Rest : total_rest on_spheres (oja two mirror (/ 4)) opposite).
  { apply balanced_rests; [exact mirror_symmetric | apply OjaLines.line_unit | apply OjaLines.line_sum];
      auto using along_unit, side_square, side_sum. }
  apply (printed_stable two mirror (/ 4) 1 bool_enumerated mirror_symmetric); try lra; [exact mirror_norm|].
  split; [exact Rest|].
  apply (pair_stays two mirror (/ 4) 1 bool_enumerated mirror_symmetric) with (c0 := 1); try lra;
    auto using mirror_norm, along_unit, side_square, side_sum, two_size, across_mirror.
Qed.
(* Two tokens, this operator with the norm 1 and the step 1/4 are an instance of what is said of such. *)
Lemma mirror_instance (say : forall (S : inner_product_space) (Token : Type), list Token -> (S -> S) -> R -> R -> S -> Prop) :
  say plane bool two mirror (/ 4) 1 along -> exists (S : inner_product_space) (Token : Type) (tokens : list Token), complete S /\
  enumerates tokens /\ 2 <= size tokens /\ (exists n, has_dimension S n /\ 2 <= n) /\ exists V : S -> S, adjoint V V /\
  (forall x y, inner (V x) y = inner x (V y)) /\ exists tau, 0 < tau /\ exists kappa, 0 <= kappa /\ exists u, inner u u = 1 /\
  size tokens = 2 /\ tau = 1 / 4 /\ V u = u /\ (forall z, inner z u = 0 -> V z = vscale (-1) z) /\ say S Token tokens V tau kappa u.
Proof.
  intro H. exists plane, bool, two. split; [exact (complete_euclidean 1)|]. split; [exact bool_enumerated|].
  split; [exact (Req_le _ _ (eq_sym two_size))|]. split; [exact no_degenerate_plane|].
  exists mirror. split; [exact mirror_symmetric|]. split; [exact mirror_symmetric|]. exists (/ 4). split; [lra|]. exists 1.
  split; [lra|]. exists along. split; [exact along_unit|]. split; [exact two_size|]. split; [lra|].
  split; [rewrite along_eigen; apply vscale_one|]. split; [|exact H]. intros z Z. apply inner_ext. intro y.
  rewrite inner_plane, px_along, py_along in Z. rewrite inner_scale_l, !inner_plane, px_mirror, py_mirror.
  replace (px z) with 0 by lra. ring.
Qed.
Lemma opposite_unit b : inner (opposite b) (opposite b) = 1.
Proof. apply OjaLines.line_unit; auto using along_unit, side_square. Qed.
Lemma opposite_bounded i j : inner (opposite i) (opposite j) <= 1.
Proof. unfold opposite. rewrite inner_scale_l, inner_scale_r, along_unit. destruct i, j; simpl; lra. Qed.
Lemma opposite_along i : inner along (opposite i) ^ 2 = 1.
Proof. unfold opposite. rewrite inner_scale_r, along_unit, Rmult_1_r. apply side_square. Qed.

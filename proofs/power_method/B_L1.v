(* B-L1: all tokens are multiples of one push, so on its line, or there is no push. *)
From Coq Require Import Reals Lra FunctionalExtensionality.
From Kernel Require Import Prelude Inferences.
Open Scope R_scope.

Section AtRest.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (V : S -> S) (x : Token -> S) (tau : R).
Let s := vscale (/ size tokens) (vtotal tokens x).
Let y w i := vadd (x i) (vscale tau w).
Let tangent (w u : S) := vsub w (vscale (inner u w) u).
Let rests := forall i, vnorm (y (V s) i) <> 0 /\ vscale (/ vnorm (y (V s) i)) (y (V s) i) = x i.
Let on_line (v : S) := forall i, x i = v \/ x i = vscale (-1) v.
Let line := exists v, inner v v = 1 /\ on_line v.
Let eigenline := exists v, inner v v = 1 /\ (exists mu, V v = vscale mu v) /\ on_line v.
Hypotheses (ET : enumerates tokens) (Unit : forall i, inner (x i) (x i) = 1).
Lemma at_zero (m : R) : vscale m (@vzero S) = vzero.
Proof. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring. Qed.
Lemma along_itself : (forall w i, inner (y w i) (y w i) - inner (x i) (y w i) ^ 2 = tau ^ 2 * inner (tangent w (x i)) (tangent w (x i))) ->
  0 < tau -> rests -> forall i, tangent (V s) (x i) = vzero.
Proof.
  intros Off Step Rest i. destruct (Rest i) as [N E]. assert (Q := Off (V s) i).
  assert (Y : y (V s) i = vscale (vnorm (y (V s) i)) (x i)) by (rewrite <- E, vscale_vscale, Rinv_r, vscale_one; auto).
  rewrite Y, inner_scale_l, !inner_scale_r, Unit in Q. apply inner_definite, Rmult_eq_reg_l with (tau ^ 2); [lra | apply pow_nonzero; lra].
Qed.
Lemma one_push : (rests -> forall i, tangent (V s) (x i) = vzero) ->
  (forall w i j, inner w w * (1 - inner (x i) (x j) ^ 2) <=
    3 * inner (tangent w (x i)) (tangent w (x i)) + 2 * inner (tangent w (x j)) (tangent w (x j))) ->
  rests -> V s = vzero \/ line.
Proof.
  intros Along Line Rest. destruct (Req_EM_T (inner (V s) (V s)) 0) as [Zero|Some]; [left; apply inner_definite, Zero | right].
  destruct (some_of tokens ET) as [j _]. exists (x j). split; [apply Unit|]. intro i.
  assert (P := Line (V s) i j). rewrite !(Along Rest), inner_zero_l in P. assert (N := inner_nonneg _ (V s)). set (a := inner (x i) (x j)) in *.
  assert (A : 1 - a ^ 2 <= 0) by (apply Rnot_lt_le; intro A; assert (H := Rmult_lt_0_compat (inner (V s) (V s)) _ ltac:(lra) A); lra).
  assert (Gap : forall b, inner (vsub (x i) (vscale b (x j))) (vsub (x i) (vscale b (x j))) = 1 + b ^ 2 - 2 * b * a).
  { intro b. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (x j)), !Unit. fold a. ring. }
  assert (B := inner_nonneg _ (vsub (x i) (vscale a (x j)))). rewrite Gap in B.
  rewrite <- (vscale_one _ (x j)) at 1. destruct (Rmult_integral (a - 1) (a + 1)); [lra | left | right]; apply equal_by_gap with vzero; auto; apply inner_definite; rewrite Gap; [replace a with 1 by lra | replace a with (-1) by lra]; ring.
Qed.
Lemma line_is_kept : vtotal tokens x = vscale (size tokens) s -> (rests -> forall i, tangent (V s) (x i) = vzero) ->
  (forall c (e : S), inner e e = 1 -> vscale (/ size tokens) (vtotal tokens (fun j => vscale (c j) e)) = vscale (total tokens c / size tokens) e) ->
  (forall (e : S) m, inner e e = 1 -> tangent (V (vscale m e)) e = vscale m (tangent (V e) e)) ->
  rests /\ line -> vtotal tokens x = vzero \/ eigenline.
Proof.
  intros Sum Along Mean Eigen [Rest [v [U Line]]]. assert (X : exists c, x = fun j => vscale (c j) v).
  { exists (fun j => inner v (x j)). apply functional_extensionality. intro j.
    destruct (Line j) as [-> | ->]; rewrite ?inner_scale_r, U, ?Rmult_1_r, ?vscale_one; reflexivity. }
  destruct X as [c X]. destruct (some_of tokens ET) as [i _]. assert (F := Along Rest i).
  assert (M : exists m, s = vscale m v) by (exists (total tokens c / size tokens); unfold s; rewrite X; apply Mean, U). destruct M as [m M].
  rewrite M in F. assert (T : tangent (V (vscale m v)) v = vzero).
  { destruct (Line i) as [L | L]; rewrite L in F; [exact F|]. unfold tangent in *. rewrite inner_scale_l, vscale_vscale in F.
    rewrite <- F. do 2 f_equal. ring. }
  rewrite Eigen in T by exact U. destruct (Req_dec m 0) as [-> | N]; [left; rewrite Sum, M, vscale_zero; apply at_zero | right; exists v; repeat split; auto].
  exists (inner v (V v)). apply equal_by_gap with vzero; auto. rewrite <- (vscale_one _ (vsub _ _)), <- (Rinv_l m N), <- vscale_vscale. unfold tangent in T. rewrite T. apply at_zero.
Qed.
Lemma classes : vtotal tokens x = vscale (size tokens) s -> (rests -> V s = vzero \/ line) ->
  (rests /\ line -> vtotal tokens x = vzero \/ eigenline) ->
  (forall z, V z = vzero -> z = vzero) /\ rests -> vtotal tokens x = vzero \/ eigenline.
Proof. intros Sum Push Kept [N R]. destruct (Push R) as [Z|L]; [left; rewrite Sum, (N _ Z); apply at_zero | auto]. Qed.
End AtRest.

(* A-3.0: the metric (7) is one, and only multiples of W make the projection (2) orthogonal. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
Open Scope R_scope.

Section Middle.
Context {S : inner_product_space} (W G : S -> S).
Hypothesis AW : adjoint W W.
Hypothesis AG : adjoint G G.
Hypothesis HW : positive W.
(* What is removed is orthogonal to what is tangent, for one token. *)
Hypothesis Removed : forall x T V, inner x (W x) = 1 -> inner (W x) T = 0 ->
  inner (G T) (vscale (inner x (W V)) x) = 0.
Lemma same_on_ellipsoid u v : inner u (W u) = 1 -> inner v (W v) = 1 -> inner u (G u) = inner v (G v).
Proof.
  intros Eu Ev. set (s := vadd u v). set (d := vsub u v).
  assert (Uv : inner u (W v) = inner v (W u)) by (rewrite <- (AW u v); apply inner_sym).
  assert (GG : inner u (G v) = inner v (G u)) by (rewrite <- (AG u v); apply inner_sym).
  assert (Both : inner (G d) s = inner u (G u) - inner v (G v)).
  { rewrite (AG d s). unfold d, s, vsub.
    rewrite (adjoint_add _ _ AG), !inner_add_l, !inner_add_r, !inner_scale_l, GG. ring. }
  set (q := inner s (W s)). assert (Q0 : 0 <= q) by (apply positive_nonneg; exact HW).
  destruct (Req_dec q 0) as [Z|N].
  - (* u = - v *)
    assert (Sz : s = vzero) by (apply (inner_definite (weighted S W HW) s); exact Z).
    rewrite Sz, inner_zero_r in Both. lra.
  - assert (Qp : 0 < sqrt q) by (apply sqrt_lt_R0; lra). set (x := vscale (/ sqrt q) s).
    assert (Qq : q = sqrt q * sqrt q) by (symmetry; apply sqrt_sqrt, Q0).
    assert (Ex : inner x (W x) = 1).
    { unfold x. rewrite (adjoint_scale _ _ AW), inner_scale_l, inner_scale_r. fold q. rewrite Qq at 3.
      field. lra. }
    assert (Tx : inner (W x) d = 0).
    { rewrite (AW x d). unfold x, d, s, vsub. rewrite inner_scale_l, (adjoint_add _ _ AW),
        (adjoint_scale _ _ AW), !inner_add_l, !inner_add_r, !inner_scale_r, Uv, Eu, Ev. ring. }
    assert (R := Removed x d x Ex Tx). rewrite Ex, inner_scale_r in R. unfold x in R.
    rewrite inner_scale_r in R. rewrite Both in R.
    assert (H : 1 * (/ sqrt q * (inner u (G u) - inner v (G v))) = 0) by exact R.
    assert (Ip : 0 < / sqrt q) by (apply Rinv_0_lt_compat, Qp).
    apply Rminus_diag_uniq. apply Rmult_eq_reg_l with (/ sqrt q); [lra|lra].
Qed.
Lemma multiple u : inner u (W u) = 1 -> forall z, G z = vscale (inner u (G u)) (W z).
Proof.
  intros Eu. set (k := inner u (G u)).
  assert (Sq : forall z, inner z (G z) = k * inner z (W z)).
  { intro z. set (q := inner z (W z)). assert (Q0 : 0 <= q) by (apply positive_nonneg; exact HW).
    destruct (Req_dec q 0) as [Z|N].
    - assert (Zz : z = vzero) by (apply (inner_definite (weighted S W HW) z); exact Z).
      rewrite Z. rewrite Zz, inner_zero_l. ring.
    - assert (Qp : 0 < sqrt q) by (apply sqrt_lt_R0; lra).
      assert (Qq : q = sqrt q * sqrt q) by (symmetry; apply sqrt_sqrt, Q0).
      assert (E : inner (vscale (/ sqrt q) z) (W (vscale (/ sqrt q) z)) = 1).
      { rewrite (adjoint_scale _ _ AW), inner_scale_l, inner_scale_r. fold q. rewrite Qq at 3. field. lra. }
      assert (F := same_on_ellipsoid u _ Eu E). fold k in F.
      rewrite (adjoint_scale _ _ AG), inner_scale_l, inner_scale_r in F. rewrite F.
      assert (I : / sqrt q * / sqrt q * q = 1) by (rewrite Qq at 3; field; lra).
      transitivity (inner z (G z) * (/ sqrt q * / sqrt q * q)); [rewrite I; ring | ring]. }
  intro z. apply inner_ext. intro w. rewrite inner_scale_l, (AG z w), (AW z w).
  assert (A := Sq (vadd z w)). assert (B := Sq (vsub z w)). unfold vsub in B.
  rewrite !(adjoint_add _ _ AG), !(adjoint_add _ _ AW) in A.
  rewrite !(adjoint_add _ _ AG), !(adjoint_add _ _ AW), !(adjoint_scale _ _ AG), !(adjoint_scale _ _ AW) in B.
  repeat (rewrite inner_add_l in A || rewrite inner_add_r in A).
  repeat (rewrite inner_add_l in B || rewrite inner_add_r in B || rewrite inner_scale_l in B
    || rewrite inner_scale_r in B).
  assert (GG : inner w (G z) = inner z (G w)) by (rewrite <- (AG w z); apply inner_sym).
  assert (WW : inner w (W z) = inner z (W w)) by (rewrite <- (AW w z); apply inner_sym).
  rewrite GG, WW in A, B. lra.
Qed.
End Middle.

Section Metric.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (d : R) (W P_T G : S -> S) (X : Token -> S).
Hypotheses (ET : enumerates tokens) (D : 1 <= d) (AW : adjoint W W) (HW : positive W) (AG : adjoint G G).
Definition Z (x : Token -> S) k := sqrt d * total tokens (fun j => exp (inner (P_T (x k)) (x j))).
Let Z_positive x k : 0 < Z x k.
Proof. apply Rmult_lt_0_compat; [apply sqrt_lt_R0; lra|]. apply total_positive; [exact ET|]. intro. apply exp_pos. Qed.
Lemma definite (y : Token -> S) : (exists i, ~ X i = vzero) -> 0 < total tokens (fun i => Z y i * inner (W (X i)) (X i)).
Proof.
  intros [i N]. apply (total_one_positive tokens _ i ET); [intro k; apply Rmult_le_pos; [left; apply Z_positive|]
    | apply Rmult_lt_0_compat; [apply Z_positive|]]; rewrite inner_sym; [apply positive_nonneg, HW | apply HW, N].
Qed.
Definition orthogonal := forall x, (forall i, inner (x i) (W (x i)) = 1) -> (forall i j, inner (x i) (W (x j)) <= 1) ->
  forall T, (forall i, inner (W (x i)) (T i) = 0) -> forall V, total tokens (fun k =>
    Z x k * inner (G (T k)) (vsub (V k) (vsub (V k) (vscale (inner (x k) (W (V k))) (x k))))) = 0.
Lemma removed : orthogonal -> forall x T V, inner x (W x) = 1 -> inner (W x) T = 0 -> inner (G T) (vscale (inner x (W V)) x) = 0.
Proof.
  intros H x T V Ex Tx. destruct (some_of tokens ET) as [t0 _].
  assert (A := H (fun _ => x) (fun _ => Ex) (fun _ _ => Req_le _ _ Ex) (fun _ => T) (fun _ => Tx) (fun _ => V)). cbv beta in A.
  replace (vsub V (vsub V (vscale (inner x (W V)) x))) with (vscale (inner x (W V)) x) in A.
  - assert (Pos := Z_positive (fun _ => x) t0). assert (Sz := size_positive tokens ET).
    change (total tokens (fun _ => Z (fun _ => x) t0 * inner (G T) (vscale (inner x (W V)) x)) = 0) in A.
    set (b := inner (G T) (vscale (inner x (W V)) x)) in *.
    assert (E : total tokens (fun _ => Z (fun _ => x) t0 * b) = size tokens * (Z (fun _ => x) t0 * b)).
    { unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring. }
    rewrite E in A. apply Rmult_integral in A. destruct A as [A|A]; [lra|].
    apply Rmult_integral in A. destruct A as [A|A]; [lra | exact A].
  - apply inner_ext. intro w. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma only_multiples (y : Token -> S) : (forall i, inner (y i) (W (y i)) = 1) ->
  orthogonal <-> exists k, forall x, G x = vscale k (W x).
Proof.
  intro Ey. split.
  - intro H. destruct (some_of tokens ET) as [t0 _]. exists (inner (y t0) (G (y t0))).
    apply (multiple W G AW AG HW (removed H)), Ey.
  - intros [k H] x Ex _ T Tx V. rewrite <- (total_zero tokens). apply total_ext. intro i.
    replace (inner (G (T i)) (vsub (V i) (vsub (V i) (vscale (inner (x i) (W (V i))) (x i))))) with 0; [ring|].
    rewrite H, inner_scale_l. unfold vsub. repeat (rewrite inner_add_r || rewrite inner_scale_r). rewrite (AW (T i) (x i)).
    rewrite (inner_sym _ (T i) (W (x i))), Tx. ring.
Qed.
End Metric.
Lemma constant {S : inner_product_space} {Token : Type} (tokens : list Token) d (W P_T G : S -> S) : orthogonal tokens d W P_T G ->
  enumerates tokens -> 1 <= d -> adjoint W W -> positive W -> adjoint G G ->
  forall u v, inner u (W u) = 1 -> inner v (W v) = 1 -> inner (G u) u = inner (G v) v.
Proof. intros H ET D AW HW AG u v. rewrite !(inner_sym _ (G _)). apply (same_on_ellipsoid W G AW AG HW (removed tokens d W P_T G ET D H)). Qed.

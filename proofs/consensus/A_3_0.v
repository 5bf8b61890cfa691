(* A-3.0: the metric (7) is one, and only multiples of W make the projection (2) orthogonal. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
From Claimed Require Import A_3_0.
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

Theorem proof : A_3_0.
Proof.
  intros S Token tokens d y P P_T X W Y R_2 S_2 _ ET D _ AW _ _ _ _ _ _ _ [HW _] _ _ _ _ _ _ _ Ey _.
  assert (Q : 0 < sqrt d) by (apply sqrt_lt_R0; lra).
  assert (Zp : forall (x : Token -> S) k,
    0 < sqrt d * total tokens (fun j => exp (inner (P_T (x k)) (x j)))).
  { intros x k. apply Rmult_lt_0_compat; [exact Q|]. apply total_positive; [exact ET|].
    intro j. apply exp_pos. }
  split; [|split].
  - apply total_ext. intro i. f_equal. rewrite (AW (X i)). apply inner_sym.
  - intros [i N]. assert (Low : forall k, 0 <= inner (W (X k)) (X k)).
    { intro k. rewrite inner_sym. apply positive_nonneg, HW. }
    apply (total_one_positive tokens _ i ET).
    + intro k. apply Rmult_le_pos; [left; apply Zp | apply Low].
    + apply Rmult_lt_0_compat; [apply Zp|]. rewrite inner_sym. apply (proj2 (proj2 HW)). exact N.
  - intros G AG _. split.
    + intro H. assert (Sz := size_positive tokens ET).
      assert (Some : inhabited Token).
      { destruct ET as [Ne _]. destruct tokens as [|t rest]; [exfalso; apply Ne; reflexivity|].
        exact (inhabits t). }
      destruct Some as [t0]. exists (inner (y t0) (G (y t0))). apply (multiple W G AW AG HW); [|apply Ey].
      intros x T V Ex Tx.
      assert (A := H (fun _ => x) (fun _ => Ex) (fun _ _ => Req_le _ _ Ex) (fun _ => T) (fun _ => Tx) (fun _ => V)).
      cbv beta in A.
      replace (vsub V (vsub V (vscale (inner x (W V)) x))) with (vscale (inner x (W V)) x) in A.
      * assert (Pos := Zp (fun _ => x) t0). cbv beta in Pos.
        set (z := sqrt d * total tokens (fun _ => exp (inner (P_T x) x))) in *.
        set (b := inner (G T) (vscale (inner x (W V)) x)) in *.
        assert (E : total tokens (fun _ : Token => z * b) = size tokens * (z * b)).
        { unfold size. rewrite <- total_scale_r. apply total_ext. intro. ring. }
        rewrite E in A. apply Rmult_integral in A. destruct A as [A|A]; [lra|].
        apply Rmult_integral in A. destruct A as [A|A]; [lra | exact A].
      * apply inner_ext. intro w. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
    + intros [k H] x Ex _ T Tx V. rewrite <- (total_zero tokens). apply total_ext. intro i.
      replace (inner (G (T i)) (vsub (V i) (vsub (V i) (vscale (inner (x i) (W (V i))) (x i))))) with 0; [ring|].
      rewrite H, inner_scale_l. unfold vsub.
      repeat (rewrite inner_add_r || rewrite inner_scale_r). rewrite (AW (T i) (x i)).
      rewrite (inner_sym _ (T i) (W (x i))), Tx. ring.
Qed.
